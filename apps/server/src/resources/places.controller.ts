import { Controller, Get, Inject } from '@nestjs/common';
import { placesContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { RequiresScope } from '../guards/scope.guard.js';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { ListParams, ResourceId } from '../parameters/parameters.js';
import { CATALOGUE_PRISMA, type CataloguePrisma } from '../read/catalogue-prisma.js';
import type { DeferredRead } from '../response/responses.js';

@Controller(pathOf(placesContract))
@RequiresScope('places:read')
export class PlacesController {
  constructor(@Inject(CATALOGUE_PRISMA) private readonly prisma: CataloguePrisma) {}

  @Get()
  @ListOperation(placesContract)
  list(@ListParams(placesContract) query: ListQuery): DeferredRead {
    return () => this.prisma.place.page(query);
  }

  @Get(':id')
  @GetOperation(placesContract)
  get(@ResourceId() id: string): DeferredRead {
    return () => this.prisma.place.document(id);
  }
}
