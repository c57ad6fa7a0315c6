import { Controller, Get } from '@nestjs/common';
import { placesContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { definitions, type Item, type Page, Reader } from '@resource-catalogue/read';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { ListParams, ResourceId } from '../parameters/parameters.js';

@Controller(pathOf(placesContract))
export class PlacesController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(placesContract)
  list(@ListParams(placesContract) query: ListQuery): Promise<Page> {
    return this.reader.list(definitions.places, query);
  }

  @Get(':id')
  @GetOperation(placesContract)
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(definitions.places, id);
  }
}
