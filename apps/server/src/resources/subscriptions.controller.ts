import { Controller, Get } from '@nestjs/common';
import { subscriptionsContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { subscriptions } from '../read/definitions/subscriptions.js';
import { type Item, type Page, Reader } from '../read/reader.js';
import { ListParams, ResourceId } from '../request/parameters.js';

@Controller(pathOf(subscriptionsContract))
export class SubscriptionsController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(subscriptionsContract)
  list(@ListParams(subscriptionsContract) query: ListQuery): Promise<Page> {
    return this.reader.list(subscriptions, query);
  }

  @Get(':id')
  @GetOperation(subscriptionsContract)
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(subscriptions, id);
  }
}
