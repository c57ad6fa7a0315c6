import { Controller, Get } from '@nestjs/common';
import { categoriesContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { definitions, Reader } from '@resource-catalogue/read';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { ListParams, ResourceId } from '../parameters/parameters.js';
import type { Reading } from '../response/responses.js';

@Controller(pathOf(categoriesContract))
export class CategoriesController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(categoriesContract)
  list(@ListParams(categoriesContract) query: ListQuery): Reading {
    return () => this.reader.list(definitions.categories, query);
  }

  @Get(':id')
  @GetOperation(categoriesContract)
  get(@ResourceId() id: string): Reading {
    return () => this.reader.get(definitions.categories, id);
  }
}
