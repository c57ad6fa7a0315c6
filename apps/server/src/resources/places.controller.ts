import { Controller, Get } from '@nestjs/common';
import { placesContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { places } from '../read/definitions/places.js';
import { type Item, type Page, Reader } from '../read/reader.js';
import { ListParams, ResourceId } from '../request/parameters.js';

@Controller(pathOf(placesContract))
export class PlacesController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(placesContract)
  list(@ListParams(placesContract) query: ListQuery): Promise<Page> {
    return this.reader.list(places, query);
  }

  @Get(':id')
  @GetOperation(placesContract)
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(places, id);
  }
}
