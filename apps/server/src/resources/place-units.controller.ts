import { Controller, Get } from '@nestjs/common';
import { placeUnitsContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { definitions, type Item, type Page, Reader } from '@resource-catalogue/read';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { ListParams, ResourceId } from '../parameters/parameters.js';

@Controller(pathOf(placeUnitsContract))
export class PlaceUnitsController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(placeUnitsContract)
  list(@ListParams(placeUnitsContract) query: ListQuery): Promise<Page> {
    return this.reader.list(definitions.place_units, query);
  }

  @Get(':id')
  @GetOperation(placeUnitsContract)
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(definitions.place_units, id);
  }
}
