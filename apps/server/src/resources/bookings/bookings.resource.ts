import { bookingsContract } from '@resource-catalogue/contracts';
import { timestamps } from '../../read/blocks.js';
import { onColumn, resource } from '../../read/definition.js';
import { children, column, json, ref, set } from '../../read/sources.js';
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
} from '../../read/summaries.js';

export const bookings = resource(bookingsContract, {
  sources: {
    id: column(),
    member: ref(memberSummary),
    group: ref(groupSummary),
    space: ref(spaceSummary),
    machine_unit: ref(machineUnitSummary),
    place_unit: ref(placeUnitSummary),
    event_session: ref(eventSessionSummary),
    training_session: ref(trainingSessionSummary),
    reserved_by_event_session: ref(eventSessionSummary),
    reserved_by_training_session: ref(trainingSessionSummary),
    state: column(),
    starts_at: column(),
    ends_at: column(),
    canceled_at: column(),
    slots: json(),
    seats: children(bookingSeat, 'booking_id', 'id'),
    place_extras: set(placeExtraSummary, 'booking_place_extras', 'booking_id', 'place_extra_id'),
    ...timestamps,
  },
  filters: {
    state: onColumn(),
    member_id: onColumn(),
    machine_unit_id: onColumn(),
    place_unit_id: onColumn(),
    training_session_id: onColumn(),
    event_session_id: onColumn(),
    space_id: onColumn(),
    group_id: onColumn(),
    reserved_by_training_session_id: onColumn(),
    reserved_by_event_session_id: onColumn(),
    starts_at: onColumn(),
    ends_at: onColumn(),
    canceled_at: onColumn(),
  },
});
