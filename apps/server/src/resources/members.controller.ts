import { Controller, Get } from '@nestjs/common';
import { membersContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { define } from '../read/definition.js';
import { type Item, type Page, Reader } from '../read/reader.js';
import { children, idIn, ref, reverse } from '../read/sources.js';
import {
  groupSummary,
  memberAccreditation,
  spaceSummary,
  subscriptionSummary,
  userSummary,
} from '../read/summaries.js';
import { ListParams, ResourceId } from '../request/parameters.js';

const members = define(membersContract, {
  sources: {
    user: reverse(userSummary, 'member_id'),
    group: ref(groupSummary),
    space: ref(spaceSummary),
    accreditations: children(memberAccreditation, 'member_id'),
    current_subscription: reverse(subscriptionSummary, 'member_id', { state: 'active' }),
  },
  filters: {
    user_id: idIn('user'),
    accreditation_id: idIn('accreditations'),
  },
});

@Controller(pathOf(membersContract))
export class MembersController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(membersContract)
  list(@ListParams(membersContract) query: ListQuery): Promise<Page> {
    return this.reader.list(members, query);
  }

  @Get(':id')
  @GetOperation(membersContract)
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(members, id);
  }
}
