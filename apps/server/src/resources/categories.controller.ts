import { Controller, Get } from '@nestjs/common';
import { categoriesContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { definitions, type Item, type Page, Reader } from '@resource-catalogue/read';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { ListParams, ResourceId } from '../parameters/parameters.js';

@Controller(pathOf(categoriesContract))
export class CategoriesController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(categoriesContract)
  list(@ListParams(categoriesContract) query: ListQuery): Promise<Page> {
    return this.reader.list(definitions.categories, query);
  }

  @Get(':id')
  @GetOperation(categoriesContract)
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(definitions.categories, id);
  }
}
