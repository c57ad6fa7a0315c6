import { Controller, Get } from '@nestjs/common';
import { placeUnitsContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { definitions, Reader } from '@resource-catalogue/read';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { ListParams, ResourceId } from '../parameters/parameters.js';
import type { Reading } from '../response/responses.js';

@Controller(pathOf(placeUnitsContract))
export class PlaceUnitsController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(placeUnitsContract)
  list(@ListParams(placeUnitsContract) query: ListQuery): Reading {
    return () => this.reader.list(definitions.place_units, query);
  }

  @Get(':id')
  @GetOperation(placeUnitsContract)
  get(@ResourceId() id: string): Reading {
    return () => this.reader.get(definitions.place_units, id);
  }
}
