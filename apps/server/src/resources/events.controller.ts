import { Controller, Get } from '@nestjs/common';
import { eventsContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { definitions, Reader } from '@resource-catalogue/read';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { ListParams, ResourceId } from '../parameters/parameters.js';
import type { Reading } from '../response/responses.js';

@Controller(pathOf(eventsContract))
export class EventsController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(eventsContract)
  list(@ListParams(eventsContract) query: ListQuery): Reading {
    return () => this.reader.list(definitions.events, query);
  }

  @Get(':id')
  @GetOperation(eventsContract)
  get(@ResourceId() id: string): Reading {
    return () => this.reader.get(definitions.events, id);
  }
}
