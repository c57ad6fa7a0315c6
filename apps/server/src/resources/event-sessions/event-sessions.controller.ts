import { Controller, Get, Inject } from '@nestjs/common';
import { eventSessionsContract } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { ListParams } from '../../http/list-params.js';
import { ResourceId } from '../../http/resource-id.js';
import { GetOperation, ListOperation } from '../../openapi/operations.js';
import type { Item, Page } from '../../read/page.js';
import { Reader } from '../../read/reader.js';
import { eventSessions } from './event-sessions.resource.js';

@Controller('api/v1/event_sessions')
export class EventSessionsController {
  constructor(@Inject(Reader) private readonly reader: Reader) {}

  @Get()
  @ListOperation(eventSessionsContract, 'Lists dates of events')
  list(@ListParams(eventSessionsContract) query: ListQuery): Promise<Page> {
    return this.reader.list(eventSessions, query);
  }

  @Get(':id')
  @GetOperation(eventSessionsContract, 'Gets one date of an event')
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(eventSessions, id);
  }
}
