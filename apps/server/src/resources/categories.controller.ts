import { Controller, Get, Inject } from '@nestjs/common';
import { categoriesContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { RequiresScope } from '../guards/scope.guard.js';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { ListParams, ResourceId } from '../parameters/parameters.js';
import { CATALOGUE_PRISMA, type CataloguePrisma } from '../read/catalogue-prisma.js';
import type { DeferredRead } from '../response/responses.js';

@Controller(pathOf(categoriesContract))
@RequiresScope('categories:read')
export class CategoriesController {
  constructor(@Inject(CATALOGUE_PRISMA) private readonly prisma: CataloguePrisma) {}

  @Get()
  @ListOperation(categoriesContract)
  list(@ListParams(categoriesContract) query: ListQuery): DeferredRead {
    return () => this.prisma.category.page(query);
  }

  @Get(':id')
  @GetOperation(categoriesContract)
  get(@ResourceId() id: string): DeferredRead {
    return () => this.prisma.category.document(id);
  }
}
