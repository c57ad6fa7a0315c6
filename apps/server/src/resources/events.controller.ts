import { Controller, Get } from '@nestjs/common';
import { eventsContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { define } from '../read/definition.js';
import { type Item, type Page, Reader } from '../read/reader.js';
import { children, longText, ref, set } from '../read/sources.js';
import { accreditationSummary, categorySummary, planSummary, price, spaceSummary } from '../read/summaries.js';
import { ListParams, ResourceId } from '../request/parameters.js';

const events = define(eventsContract, {
  sources: {
    space: ref(spaceSummary),
    category: ref(categorySummary),
    summary: longText(),
    description_rendered: longText(),
    accessibility_extra_info: longText(),
    required_accreditations: set(accreditationSummary, 'event_required_accreditations', 'event_id', 'accreditation_id'),
    required_plans: set(planSummary, 'event_required_plans', 'event_id', 'plan_id'),
    prices: children(price, 'event_id'),
  },
});

@Controller(pathOf(eventsContract))
export class EventsController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(eventsContract)
  list(@ListParams(eventsContract) query: ListQuery): Promise<Page> {
    return this.reader.list(events, query);
  }

  @Get(':id')
  @GetOperation(eventsContract)
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(events, id);
  }
}
