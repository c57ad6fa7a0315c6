import { Controller, Get, Inject } from '@nestjs/common';
import { categoriesContract } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { ListParams } from '../../http/list-params.js';
import { ResourceId } from '../../http/resource-id.js';
import { GetOperation, ListOperation } from '../../openapi/operations.js';
import type { Item, Page } from '../../read/page.js';
import { Reader } from '../../read/reader.js';
import { categories } from './categories.resource.js';

@Controller('api/v1/categories')
export class CategoriesController {
  constructor(@Inject(Reader) private readonly reader: Reader) {}

  @Get()
  @ListOperation(categoriesContract, 'Lists categories of machines, places, trainings, events, plans and prices')
  list(@ListParams(categoriesContract) query: ListQuery): Promise<Page> {
    return this.reader.list(categories, query);
  }

  @Get(':id')
  @GetOperation(categoriesContract, 'Gets one category')
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(categories, id);
  }
}
