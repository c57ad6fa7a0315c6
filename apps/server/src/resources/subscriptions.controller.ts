import { Controller, Get } from '@nestjs/common';
import { subscriptionsContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { definitions, Reader } from '@resource-catalogue/read';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { ListParams, ResourceId } from '../parameters/parameters.js';
import type { Reading } from '../response/responses.js';

@Controller(pathOf(subscriptionsContract))
export class SubscriptionsController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(subscriptionsContract)
  list(@ListParams(subscriptionsContract) query: ListQuery): Reading {
    return () => this.reader.list(definitions.subscriptions, query);
  }

  @Get(':id')
  @GetOperation(subscriptionsContract)
  get(@ResourceId() id: string): Reading {
    return () => this.reader.get(definitions.subscriptions, id);
  }
}
