import { Controller, Get } from '@nestjs/common';
import { bookingsContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { define } from '../read/definition.js';
import { type Item, type Page, Reader } from '../read/reader.js';
import { children, ref, set } from '../read/sources.js';
import {
  bookingSeat,
  eventSessionSummary,
  groupSummary,
  machineUnitSummary,
  memberSummary,
  placeExtraSummary,
  placeUnitSummary,
  spaceSummary,
  trainingSessionSummary,
} from '../read/summaries.js';
import { ListParams, ResourceId } from '../request/parameters.js';

const bookings = define(bookingsContract, {
  sources: {
    member: ref(memberSummary),
    group: ref(groupSummary),
    space: ref(spaceSummary),
    machine_unit: ref(machineUnitSummary),
    place_unit: ref(placeUnitSummary),
    event_session: ref(eventSessionSummary),
    training_session: ref(trainingSessionSummary),
    reserved_by_event_session: ref(eventSessionSummary),
    reserved_by_training_session: ref(trainingSessionSummary),
    seats: children(bookingSeat, 'booking_id'),
    place_extras: set(placeExtraSummary, 'booking_place_extras', 'booking_id', 'place_extra_id', 'place_unit_id'),
  },
  days: { table: 'booking_days', keys: ['created_at', 'updated_at', 'starts_at', 'ends_at'] },
});

@Controller(pathOf(bookingsContract))
export class BookingsController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(bookingsContract)
  list(@ListParams(bookingsContract) query: ListQuery): Promise<Page> {
    return this.reader.list(bookings, query);
  }

  @Get(':id')
  @GetOperation(bookingsContract)
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(bookings, id);
  }
}
