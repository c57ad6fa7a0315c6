import { Controller, Get } from '@nestjs/common';
import { placesContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { definitions, Reader } from '@resource-catalogue/read';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { ListParams, ResourceId } from '../parameters/parameters.js';
import type { Reading } from '../response/responses.js';

@Controller(pathOf(placesContract))
export class PlacesController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(placesContract)
  list(@ListParams(placesContract) query: ListQuery): Reading {
    return () => this.reader.list(definitions.places, query);
  }

  @Get(':id')
  @GetOperation(placesContract)
  get(@ResourceId() id: string): Reading {
    return () => this.reader.get(definitions.places, id);
  }
}
