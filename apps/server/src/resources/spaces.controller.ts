import { Controller, Get } from '@nestjs/common';
import { spacesContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { definitions, Reader } from '@resource-catalogue/read';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { ListParams, ResourceId } from '../parameters/parameters.js';
import type { Reading } from '../response/responses.js';

@Controller(pathOf(spacesContract))
export class SpacesController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(spacesContract)
  list(@ListParams(spacesContract) query: ListQuery): Reading {
    return () => this.reader.list(definitions.spaces, query);
  }

  @Get(':id')
  @GetOperation(spacesContract)
  get(@ResourceId() id: string): Reading {
    return () => this.reader.get(definitions.spaces, id);
  }
}
