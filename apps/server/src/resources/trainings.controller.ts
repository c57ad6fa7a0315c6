import { Controller, Get } from '@nestjs/common';
import { trainingsContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { define } from '../read/definition.js';
import { type Item, type Page, Reader } from '../read/reader.js';
import { children, idIn, longText, ref, set } from '../read/sources.js';
import {
  accreditationSummary,
  categorySummary,
  machineSummary,
  planSummary,
  price,
  spaceSummary,
} from '../read/summaries.js';
import { ListParams, ResourceId } from '../request/parameters.js';

const trainings = define(trainingsContract, {
  sources: {
    space: ref(spaceSummary),
    category: ref(categorySummary),
    summary: longText(),
    description_rendered: longText(),
    prerequisites_rendered: longText(),
    accessibility_extra_info: longText(),
    required_accreditations: set(
      accreditationSummary,
      'training_required_accreditations',
      'training_id',
      'accreditation_id',
    ),
    required_plans: set(planSummary, 'training_required_plans', 'training_id', 'plan_id'),
    granted_accreditations: set(
      accreditationSummary,
      'training_granted_accreditations',
      'training_id',
      'accreditation_id',
    ),
    machines: set(machineSummary, 'training_machines', 'training_id', 'machine_id'),
    prices: children(price, 'training_id'),
  },
  filters: {
    machine_id: idIn('machines'),
  },
});

@Controller(pathOf(trainingsContract))
export class TrainingsController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(trainingsContract)
  list(@ListParams(trainingsContract) query: ListQuery): Promise<Page> {
    return this.reader.list(trainings, query);
  }

  @Get(':id')
  @GetOperation(trainingsContract)
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(trainings, id);
  }
}
