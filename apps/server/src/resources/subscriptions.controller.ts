import { Controller, Get, Inject } from '@nestjs/common';
import { subscriptionsContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { RequiresScope } from '../guards/scope.guard.js';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { ListParams, ResourceId } from '../parameters/parameters.js';
import { CATALOGUE_PRISMA, type CataloguePrisma } from '../read/catalogue-prisma.js';
import type { DeferredRead } from '../response/responses.js';

@Controller(pathOf(subscriptionsContract))
@RequiresScope('subscriptions:read')
export class SubscriptionsController {
  constructor(@Inject(CATALOGUE_PRISMA) private readonly prisma: CataloguePrisma) {}

  @Get()
  @ListOperation(subscriptionsContract)
  list(@ListParams(subscriptionsContract) query: ListQuery): DeferredRead {
    return () => this.prisma.subscription.page(query);
  }

  @Get(':id')
  @GetOperation(subscriptionsContract)
  get(@ResourceId() id: string): DeferredRead {
    return () => this.prisma.subscription.document(id);
  }
}
