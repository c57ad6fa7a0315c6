import { Controller, Get } from '@nestjs/common';
import { spacesContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { definitions, type Item, type Page, Reader } from '@resource-catalogue/read';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { ListParams, ResourceId } from '../parameters/parameters.js';

@Controller(pathOf(spacesContract))
export class SpacesController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(spacesContract)
  list(@ListParams(spacesContract) query: ListQuery): Promise<Page> {
    return this.reader.list(definitions.spaces, query);
  }

  @Get(':id')
  @GetOperation(spacesContract)
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(definitions.spaces, id);
  }
}
