import { Controller, Get } from '@nestjs/common';
import { eventSessionsContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { definitions, type Item, type Page, Reader } from '@resource-catalogue/read';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { ListParams, ResourceId } from '../parameters/parameters.js';

@Controller(pathOf(eventSessionsContract))
export class EventSessionsController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(eventSessionsContract)
  list(@ListParams(eventSessionsContract) query: ListQuery): Promise<Page> {
    return this.reader.list(definitions.event_sessions, query);
  }

  @Get(':id')
  @GetOperation(eventSessionsContract)
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(definitions.event_sessions, id);
  }
}
