import { Controller, Get, Inject } from '@nestjs/common';
import { machineUnitsContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { RequiresScope } from '../guards/scope.guard.js';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { ListParams, ResourceId } from '../parameters/parameters.js';
import { CATALOGUE_PRISMA, type CataloguePrisma } from '../read/catalogue-prisma.js';
import type { DeferredRead } from '../response/responses.js';

@Controller(pathOf(machineUnitsContract))
@RequiresScope('machine_units:read')
export class MachineUnitsController {
  constructor(@Inject(CATALOGUE_PRISMA) private readonly prisma: CataloguePrisma) {}

  @Get()
  @ListOperation(machineUnitsContract)
  list(@ListParams(machineUnitsContract) query: ListQuery): DeferredRead {
    return () => this.prisma.machineUnit.page(query);
  }

  @Get(':id')
  @GetOperation(machineUnitsContract)
  get(@ResourceId() id: string): DeferredRead {
    return () => this.prisma.machineUnit.document(id);
  }
}
