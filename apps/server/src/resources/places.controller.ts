import { Controller, Get } from '@nestjs/common';
import { placesContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { define } from '../read/definition.js';
import { type Item, type Page, Reader } from '../read/reader.js';
import { children, longText, ref, set } from '../read/sources.js';
import {
  accreditationSummary,
  categorySummary,
  equipmentSummary,
  placeDurationType,
  placeExtra,
  planSummary,
  spaceSummary,
} from '../read/summaries.js';
import { ListParams, ResourceId } from '../request/parameters.js';

const places = define(placesContract, {
  sources: {
    space: ref(spaceSummary),
    category: ref(categorySummary),
    summary: longText(),
    description_rendered: longText(),
    accessibility_extra_info: longText(),
    equipments: set(equipmentSummary, 'place_equipments', 'place_id', 'equipment_id'),
    required_accreditations: set(accreditationSummary, 'place_required_accreditations', 'place_id', 'accreditation_id'),
    required_plans: set(planSummary, 'place_required_plans', 'place_id', 'plan_id'),
    place_booking_duration_types: children(placeDurationType, 'place_id'),
    place_extras: children(placeExtra, 'place_id'),
  },
});

@Controller(pathOf(placesContract))
export class PlacesController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(placesContract)
  list(@ListParams(placesContract) query: ListQuery): Promise<Page> {
    return this.reader.list(places, query);
  }

  @Get(':id')
  @GetOperation(placesContract)
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(places, id);
  }
}
