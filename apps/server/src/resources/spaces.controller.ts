import { Controller, Get } from '@nestjs/common';
import { spacesContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { spaces } from '../read/definitions/spaces.js';
import { type Item, type Page, Reader } from '../read/reader.js';
import { ListParams, ResourceId } from '../request/parameters.js';

@Controller(pathOf(spacesContract))
export class SpacesController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(spacesContract)
  list(@ListParams(spacesContract) query: ListQuery): Promise<Page> {
    return this.reader.list(spaces, query);
  }

  @Get(':id')
  @GetOperation(spacesContract)
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(spaces, id);
  }
}
