import { Controller, Get } from '@nestjs/common';
import { machinesContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { define } from '../read/definition.js';
import { type Item, type Page, Reader } from '../read/reader.js';
import { children, longText, ref, set } from '../read/sources.js';
import {
  accreditationSummary,
  categorySummary,
  machineDurationType,
  planSummary,
  spaceSummary,
} from '../read/summaries.js';
import { ListParams, ResourceId } from '../request/parameters.js';

const machines = define(machinesContract, {
  sources: {
    space: ref(spaceSummary),
    category: ref(categorySummary),
    summary: longText(),
    description_rendered: longText(),
    specifications_rendered: longText(),
    required_accreditations: set(
      accreditationSummary,
      'machine_required_accreditations',
      'machine_id',
      'accreditation_id',
    ),
    required_plans: set(planSummary, 'machine_required_plans', 'machine_id', 'plan_id'),
    machine_booking_duration_types: children(machineDurationType, 'machine_id'),
  },
});

@Controller(pathOf(machinesContract))
export class MachinesController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(machinesContract)
  list(@ListParams(machinesContract) query: ListQuery): Promise<Page> {
    return this.reader.list(machines, query);
  }

  @Get(':id')
  @GetOperation(machinesContract)
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(machines, id);
  }
}
