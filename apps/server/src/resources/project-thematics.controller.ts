import { Controller, Get, Inject } from '@nestjs/common';
import { projectThematicsContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { RequiresScope } from '../guards/scope.guard.js';
import { ListOperation } from '../openapi/operations.js';
import { ListParams } from '../parameters/parameters.js';
import { CATALOGUE_PRISMA, type CataloguePrisma } from '../read/catalogue-prisma.js';
import type { DeferredRead } from '../response/responses.js';

@Controller(pathOf(projectThematicsContract))
@RequiresScope('project_thematics:read')
export class ProjectThematicsController {
  constructor(@Inject(CATALOGUE_PRISMA) private readonly prisma: CataloguePrisma) {}

  @Get()
  @ListOperation(projectThematicsContract)
  list(@ListParams(projectThematicsContract) query: ListQuery): DeferredRead {
    return () => this.prisma.projectThematic.page(query);
  }
}
