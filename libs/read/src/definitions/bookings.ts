import { bookingsContract } from '@resource-catalogue/contracts';
import { define } from '../define/definition.js';
import { children, idIn, ref, set } from '../define/sources.js';
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
} from './summaries.js';
import { zoneMap } from '../define/zone-map.js';

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
  filters: {
    machine_id: idIn('machine_unit'),
    place_id: idIn('place_unit'),
  },
  zoneMap: zoneMap('booking_days', {
    keys: ['created_at', 'updated_at', 'starts_at', 'ends_at'],
    length: '24 hours',
    times: ['created_at', 'updated_at', 'starts_at', 'ends_at', 'canceled_at'],
    values: ['state'],
  }),
});
