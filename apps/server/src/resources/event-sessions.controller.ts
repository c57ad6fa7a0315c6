import { Controller, Get } from '@nestjs/common';
import { eventSessionsContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { definitions, Reader } from '@resource-catalogue/read';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { ListParams, ResourceId } from '../parameters/parameters.js';
import type { Reading } from '../response/responses.js';

@Controller(pathOf(eventSessionsContract))
export class EventSessionsController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(eventSessionsContract)
  list(@ListParams(eventSessionsContract) query: ListQuery): Reading {
    return () => this.reader.list(definitions.event_sessions, query);
  }

  @Get(':id')
  @GetOperation(eventSessionsContract)
  get(@ResourceId() id: string): Reading {
    return () => this.reader.get(definitions.event_sessions, id);
  }
}
