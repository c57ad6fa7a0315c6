import { Controller, Get, Inject } from '@nestjs/common';
import { plansContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { RequiresScope } from '../guards/scope.guard.js';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { ListParams, ResourceId } from '../parameters/parameters.js';
import { CATALOGUE_PRISMA, type CataloguePrisma } from '../read/catalogue-prisma.js';
import type { DeferredRead } from '../response/responses.js';

@Controller(pathOf(plansContract))
@RequiresScope('plans:read')
export class PlansController {
  constructor(@Inject(CATALOGUE_PRISMA) private readonly prisma: CataloguePrisma) {}

  @Get()
  @ListOperation(plansContract)
  list(@ListParams(plansContract) query: ListQuery): DeferredRead {
    return () => this.prisma.plan.page(query);
  }

  @Get(':id')
  @GetOperation(plansContract)
  get(@ResourceId() id: string): DeferredRead {
    return () => this.prisma.plan.document(id);
  }
}
