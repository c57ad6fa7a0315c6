import { Controller, Get, Inject } from '@nestjs/common';
import { trainingsContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { RequiresScope } from '../guards/scope.guard.js';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { ListParams, ResourceId } from '../parameters/parameters.js';
import { CATALOGUE_PRISMA, type CataloguePrisma } from '../read/catalogue-prisma.js';
import type { DeferredRead } from '../response/responses.js';

@Controller(pathOf(trainingsContract))
@RequiresScope('trainings:read')
export class TrainingsController {
  constructor(@Inject(CATALOGUE_PRISMA) private readonly prisma: CataloguePrisma) {}

  @Get()
  @ListOperation(trainingsContract)
  list(@ListParams(trainingsContract) query: ListQuery): DeferredRead {
    return () => this.prisma.training.page(query);
  }

  @Get(':id')
  @GetOperation(trainingsContract)
  get(@ResourceId() id: string): DeferredRead {
    return () => this.prisma.training.document(id);
  }
}
