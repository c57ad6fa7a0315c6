import { Controller, Get, Inject } from '@nestjs/common';
import { bookingsContract } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { ListParams } from '../../http/list-params.js';
import { ResourceId } from '../../http/resource-id.js';
import { GetOperation, ListOperation } from '../../openapi/operations.js';
import type { Item, Page } from '../../read/page.js';
import { Reader } from '../../read/reader.js';
import { bookings } from './bookings.resource.js';

@Controller('api/v1/bookings')
export class BookingsController {
  constructor(@Inject(Reader) private readonly reader: Reader) {}

  @Get()
  @ListOperation(bookingsContract, 'Lists reservations of machine units, place units and seats in sessions')
  list(@ListParams(bookingsContract) query: ListQuery): Promise<Page> {
    return this.reader.list(bookings, query);
  }

  @Get(':id')
  @GetOperation(bookingsContract, 'Gets one reservation')
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(bookings, id);
  }
}
