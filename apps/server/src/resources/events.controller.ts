import { Controller, Get, Inject } from '@nestjs/common';
import { eventsContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { RequiresScope } from '../guards/scope.guard.js';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { ListParams, ResourceId } from '../parameters/parameters.js';
import { CATALOGUE_PRISMA, type CataloguePrisma } from '../read/catalogue-prisma.js';
import type { DeferredRead } from '../response/responses.js';

@Controller(pathOf(eventsContract))
@RequiresScope('events:read')
export class EventsController {
  constructor(@Inject(CATALOGUE_PRISMA) private readonly prisma: CataloguePrisma) {}

  @Get()
  @ListOperation(eventsContract)
  list(@ListParams(eventsContract) query: ListQuery): DeferredRead {
    return () => this.prisma.event.page(query);
  }

  @Get(':id')
  @GetOperation(eventsContract)
  get(@ResourceId() id: string): DeferredRead {
    return () => this.prisma.event.document(id);
  }
}
