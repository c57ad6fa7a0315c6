import { Controller, Get, Inject } from '@nestjs/common';
import { spacesContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { RequiresScope } from '../guards/scope.guard.js';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { ListParams, ResourceId } from '../parameters/parameters.js';
import { CATALOGUE_PRISMA, type CataloguePrisma } from '../read/catalogue-prisma.js';
import type { DeferredRead } from '../response/responses.js';

@Controller(pathOf(spacesContract))
@RequiresScope('spaces:read')
export class SpacesController {
  constructor(@Inject(CATALOGUE_PRISMA) private readonly prisma: CataloguePrisma) {}

  @Get()
  @ListOperation(spacesContract)
  list(@ListParams(spacesContract) query: ListQuery): DeferredRead {
    return () => this.prisma.space.page(query);
  }

  @Get(':id')
  @GetOperation(spacesContract)
  get(@ResourceId() id: string): DeferredRead {
    return () => this.prisma.space.document(id);
  }
}
