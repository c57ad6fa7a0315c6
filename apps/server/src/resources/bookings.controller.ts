import { Controller, Get } from '@nestjs/common';
import { bookingsContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { bookings } from '../read/definitions/bookings.js';
import { type Item, type Page, Reader } from '../read/reader.js';
import { ListParams, ResourceId } from '../request/parameters.js';

@Controller(pathOf(bookingsContract))
export class BookingsController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(bookingsContract)
  list(@ListParams(bookingsContract) query: ListQuery): Promise<Page> {
    return this.reader.list(bookings, query);
  }

  @Get(':id')
  @GetOperation(bookingsContract)
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(bookings, id);
  }
}
