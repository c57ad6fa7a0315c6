import { Controller, Get, Inject } from '@nestjs/common';
import { membersContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { RequiresScope } from '../guards/scope.guard.js';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { ListParams, ResourceId } from '../parameters/parameters.js';
import { CATALOGUE_PRISMA, type CataloguePrisma } from '../read/catalogue-prisma.js';
import type { DeferredRead } from '../response/responses.js';

@Controller(pathOf(membersContract))
@RequiresScope('members:read')
export class MembersController {
  constructor(@Inject(CATALOGUE_PRISMA) private readonly prisma: CataloguePrisma) {}

  @Get()
  @ListOperation(membersContract)
  list(@ListParams(membersContract) query: ListQuery): DeferredRead {
    return () => this.prisma.member.page(query);
  }

  @Get(':id')
  @GetOperation(membersContract)
  get(@ResourceId() id: string): DeferredRead {
    return () => this.prisma.member.document(id);
  }
}
