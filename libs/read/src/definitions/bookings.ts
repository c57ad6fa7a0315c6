import { bookingsContract } from '@resource-catalogue/contracts';
import { define } from '../definition.js';
import { children, ref, set } from '../sources.js';
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
} from '../summaries.js';
import { zoneMap } from '../zone-map.js';

export const bookings = define(bookingsContract, {
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
  zoneMap: zoneMap('booking_days', {
    keys: ['created_at', 'updated_at', 'starts_at', 'ends_at'],
    key: 'key',
    begins: 'begins',
    length: '24 hours',
    bounds: {
      created_at: { least: 'least_created_at', greatest: 'greatest_created_at' },
      updated_at: { least: 'least_updated_at', greatest: 'greatest_updated_at' },
      starts_at: { least: 'least_starts_at', greatest: 'greatest_starts_at' },
      ends_at: { least: 'least_ends_at', greatest: 'greatest_ends_at' },
      canceled_at: { least: 'least_canceled_at', greatest: 'greatest_canceled_at' },
    },
    values: ['state'],
  }),
});
