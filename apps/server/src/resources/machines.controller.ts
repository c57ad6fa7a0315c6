import { Controller, Get, Inject } from '@nestjs/common';
import { machinesContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { RequiresScope } from '../guards/scope.guard.js';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { ListParams, ResourceId } from '../parameters/parameters.js';
import { CATALOGUE_PRISMA, type CataloguePrisma } from '../read/catalogue-prisma.js';
import type { DeferredRead } from '../response/responses.js';

@Controller(pathOf(machinesContract))
@RequiresScope('machines:read')
export class MachinesController {
  constructor(@Inject(CATALOGUE_PRISMA) private readonly prisma: CataloguePrisma) {}

  @Get()
  @ListOperation(machinesContract)
  list(@ListParams(machinesContract) query: ListQuery): DeferredRead {
    return () => this.prisma.machine.page(query);
  }

  @Get(':id')
  @GetOperation(machinesContract)
  get(@ResourceId() id: string): DeferredRead {
    return () => this.prisma.machine.document(id);
  }
}
