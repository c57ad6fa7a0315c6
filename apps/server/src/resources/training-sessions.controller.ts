import { Controller, Get, Inject } from '@nestjs/common';
import { trainingSessionsContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { RequiresScope } from '../guards/scope.guard.js';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { ListParams, ResourceId } from '../parameters/parameters.js';
import { CATALOGUE_PRISMA, type CataloguePrisma } from '../read/catalogue-prisma.js';
import type { DeferredRead } from '../response/responses.js';

@Controller(pathOf(trainingSessionsContract))
@RequiresScope('training_sessions:read')
export class TrainingSessionsController {
  constructor(@Inject(CATALOGUE_PRISMA) private readonly prisma: CataloguePrisma) {}

  @Get()
  @ListOperation(trainingSessionsContract)
  list(@ListParams(trainingSessionsContract) query: ListQuery): DeferredRead {
    return () => this.prisma.trainingSession.page(query);
  }

  @Get(':id')
  @GetOperation(trainingSessionsContract)
  get(@ResourceId() id: string): DeferredRead {
    return () => this.prisma.trainingSession.document(id);
  }
}
