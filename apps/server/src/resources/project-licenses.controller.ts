import { Controller, Get, Inject } from '@nestjs/common';
import { projectLicensesContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { RequiresScope } from '../guards/scope.guard.js';
import { ListOperation } from '../openapi/operations.js';
import { ListParams } from '../parameters/parameters.js';
import { CATALOGUE_PRISMA, type CataloguePrisma } from '../read/catalogue-prisma.js';
import type { DeferredRead } from '../response/responses.js';

@Controller(pathOf(projectLicensesContract))
@RequiresScope('project_licenses:read')
export class ProjectLicensesController {
  constructor(@Inject(CATALOGUE_PRISMA) private readonly prisma: CataloguePrisma) {}

  @Get()
  @ListOperation(projectLicensesContract)
  list(@ListParams(projectLicensesContract) query: ListQuery): DeferredRead {
    return () => this.prisma.projectLicense.page(query);
  }
}
