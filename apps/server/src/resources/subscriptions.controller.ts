import { Controller, Get } from '@nestjs/common';
import { subscriptionsContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { definitions, type Item, type Page, Reader } from '@resource-catalogue/read';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { ListParams, ResourceId } from '../parameters/parameters.js';

@Controller(pathOf(subscriptionsContract))
export class SubscriptionsController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(subscriptionsContract)
  list(@ListParams(subscriptionsContract) query: ListQuery): Promise<Page> {
    return this.reader.list(definitions.subscriptions, query);
  }

  @Get(':id')
  @GetOperation(subscriptionsContract)
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(definitions.subscriptions, id);
  }
}
