import { Controller, Get, Inject } from '@nestjs/common';
import { usersContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { RequiresScope } from '../guards/scope.guard.js';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { ListParams, ResourceId } from '../parameters/parameters.js';
import { CATALOGUE_PRISMA, type CataloguePrisma } from '../read/catalogue-prisma.js';
import type { DeferredRead } from '../response/responses.js';

@Controller(pathOf(usersContract))
@RequiresScope('users:read')
export class UsersController {
  constructor(@Inject(CATALOGUE_PRISMA) private readonly prisma: CataloguePrisma) {}

  @Get()
  @ListOperation(usersContract)
  list(@ListParams(usersContract) query: ListQuery): DeferredRead {
    return () => this.prisma.user.page(query);
  }

  @Get(':id')
  @GetOperation(usersContract)
  get(@ResourceId() id: string): DeferredRead {
    return () => this.prisma.user.document(id);
  }
}
