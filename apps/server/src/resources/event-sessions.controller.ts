import { Controller, Get } from '@nestjs/common';
import { eventSessionsContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { define } from '../read/definition.js';
import { type Item, type Page, Reader } from '../read/reader.js';
import { idIn, ref, remainder, seatsBooked, set } from '../read/sources.js';
import { eventSummary, spaceSummary, staffSummary } from '../read/summaries.js';
import { ListParams, ResourceId } from '../request/parameters.js';

const eventSessions = define(eventSessionsContract, {
  sources: {
    event: ref(eventSummary),
    space: ref(spaceSummary),
    seats_booked: seatsBooked('event_session_id'),
    seats_available: remainder('seats_total', 'seats_booked'),
    hosts: set(staffSummary, 'event_session_hosts', 'event_session_id', 'user_id'),
  },
  filters: {
    host_id: idIn('hosts'),
  },
});

@Controller(pathOf(eventSessionsContract))
export class EventSessionsController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(eventSessionsContract)
  list(@ListParams(eventSessionsContract) query: ListQuery): Promise<Page> {
    return this.reader.list(eventSessions, query);
  }

  @Get(':id')
  @GetOperation(eventSessionsContract)
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(eventSessions, id);
  }
}
