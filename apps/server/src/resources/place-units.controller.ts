import { Controller, Get, Inject } from '@nestjs/common';
import { placeUnitsContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { RequiresScope } from '../guards/scope.guard.js';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { ListParams, ResourceId } from '../parameters/parameters.js';
import { CATALOGUE_PRISMA, type CataloguePrisma } from '../read/catalogue-prisma.js';
import type { DeferredRead } from '../response/responses.js';

@Controller(pathOf(placeUnitsContract))
@RequiresScope('place_units:read')
export class PlaceUnitsController {
  constructor(@Inject(CATALOGUE_PRISMA) private readonly prisma: CataloguePrisma) {}

  @Get()
  @ListOperation(placeUnitsContract)
  list(@ListParams(placeUnitsContract) query: ListQuery): DeferredRead {
    return () => this.prisma.placeUnit.page(query);
  }

  @Get(':id')
  @GetOperation(placeUnitsContract)
  get(@ResourceId() id: string): DeferredRead {
    return () => this.prisma.placeUnit.document(id);
  }
}
