import { Controller, Get } from '@nestjs/common';
import { bookingsContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { definitions, Reader } from '@resource-catalogue/read';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { ListParams, ResourceId } from '../parameters/parameters.js';
import type { Reading } from '../response/responses.js';

@Controller(pathOf(bookingsContract))
export class BookingsController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(bookingsContract)
  list(@ListParams(bookingsContract) query: ListQuery): Reading {
    return () => this.reader.list(definitions.bookings, query);
  }

  @Get(':id')
  @GetOperation(bookingsContract)
  get(@ResourceId() id: string): Reading {
    return () => this.reader.get(definitions.bookings, id);
  }
}
