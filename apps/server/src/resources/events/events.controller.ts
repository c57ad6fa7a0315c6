import { Controller, Get, Inject } from '@nestjs/common';
import { eventsContract } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { ListParams } from '../../http/list-params.js';
import { ResourceId } from '../../http/resource-id.js';
import { GetOperation, ListOperation } from '../../openapi/operations.js';
import type { Item, Page } from '../../read/page.js';
import { Reader } from '../../read/reader.js';
import { events } from './events.resource.js';

@Controller('api/v1/events')
export class EventsController {
  constructor(@Inject(Reader) private readonly reader: Reader) {}

  @Get()
  @ListOperation(eventsContract, 'Lists events that the workshop holds')
  list(@ListParams(eventsContract) query: ListQuery): Promise<Page> {
    return this.reader.list(events, query);
  }

  @Get(':id')
  @GetOperation(eventsContract, 'Gets one event')
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(events, id);
  }
}
