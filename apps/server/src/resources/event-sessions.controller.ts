import { Controller, Get, Inject } from '@nestjs/common';
import { eventSessionsContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { RequiresScope } from '../guards/scope.guard.js';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { ListParams, ResourceId } from '../parameters/parameters.js';
import { CATALOGUE_PRISMA, type CataloguePrisma } from '../read/catalogue-prisma.js';
import type { DeferredRead } from '../response/responses.js';

@Controller(pathOf(eventSessionsContract))
@RequiresScope('event_sessions:read')
export class EventSessionsController {
  constructor(@Inject(CATALOGUE_PRISMA) private readonly prisma: CataloguePrisma) {}

  @Get()
  @ListOperation(eventSessionsContract)
  list(@ListParams(eventSessionsContract) query: ListQuery): DeferredRead {
    return () => this.prisma.eventSession.page(query);
  }

  @Get(':id')
  @GetOperation(eventSessionsContract)
  get(@ResourceId() id: string): DeferredRead {
    return () => this.prisma.eventSession.document(id);
  }
}
