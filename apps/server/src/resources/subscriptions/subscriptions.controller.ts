import { Controller, Get, Inject } from '@nestjs/common';
import { subscriptionsContract } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { ListParams } from '../../http/list-params.js';
import { ResourceId } from '../../http/resource-id.js';
import { GetOperation, ListOperation } from '../../openapi/operations.js';
import type { Item, Page } from '../../read/page.js';
import { Reader } from '../../read/reader.js';
import { subscriptions } from './subscriptions.resource.js';

@Controller('api/v1/subscriptions')
export class SubscriptionsController {
  constructor(@Inject(Reader) private readonly reader: Reader) {}

  @Get()
  @ListOperation(subscriptionsContract, 'Lists subscriptions of members to plans')
  list(@ListParams(subscriptionsContract) query: ListQuery): Promise<Page> {
    return this.reader.list(subscriptions, query);
  }

  @Get(':id')
  @GetOperation(subscriptionsContract, 'Gets one subscription')
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(subscriptions, id);
  }
}
