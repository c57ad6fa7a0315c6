import { Controller, Get } from '@nestjs/common';
import { plansContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { define } from '../read/definition.js';
import { type Item, type Page, Reader } from '../read/reader.js';
import { idIn, longText, ref, set } from '../read/sources.js';
import { categorySummary, groupSummary, spaceSummary } from '../read/summaries.js';
import { ListParams, ResourceId } from '../request/parameters.js';

const plans = define(plansContract, {
  sources: {
    category: ref(categorySummary),
    summary: longText(),
    description_rendered: longText(),
    groups: set(groupSummary, 'plan_groups', 'plan_id', 'group_id'),
    spaces: set(spaceSummary, 'plan_spaces', 'plan_id', 'space_id'),
  },
  filters: {
    group_id: idIn('groups'),
    space_id: idIn('spaces'),
  },
});

@Controller(pathOf(plansContract))
export class PlansController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(plansContract)
  list(@ListParams(plansContract) query: ListQuery): Promise<Page> {
    return this.reader.list(plans, query);
  }

  @Get(':id')
  @GetOperation(plansContract)
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(plans, id);
  }
}
