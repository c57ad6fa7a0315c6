import { Controller, Get } from '@nestjs/common';
import { subscriptionsContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { define } from '../read/definition.js';
import { type Item, type Page, Reader } from '../read/reader.js';
import { ref } from '../read/sources.js';
import { groupSummary, memberSummary, planSummary } from '../read/summaries.js';
import { ListParams, ResourceId } from '../request/parameters.js';

const subscriptions = define(subscriptionsContract, {
  sources: {
    member: ref(memberSummary),
    group: ref(groupSummary),
    plan: ref(planSummary),
  },
});

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
