import { eventSessionsContract } from '@resource-catalogue/contracts';
import { timestamps } from '../../read/blocks.js';
import { onColumn, through, resource } from '../../read/definition.js';
import { column, json, ref, remainder, seatsBooked, set } from '../../read/sources.js';
import { eventSummary, spaceSummary, staffSummary } from '../../read/summaries.js';

export const eventSessions = resource(eventSessionsContract, {
  sources: {
    id: column(),
    event: ref(eventSummary),
    space: ref(spaceSummary),
    state: column(),
    starts_at: column(),
    ends_at: column(),
    slots: json(),
    seats_total: column(),
    seats_booked: seatsBooked('event_session_id'),
    seats_available: remainder('seats_total', 'seats_booked'),
    registration_opens_at: column(),
    registration_closes_at: column(),
    hosts: set(staffSummary, 'event_session_hosts', 'event_session_id', 'user_id'),
    canceled_at: column(),
    ...timestamps,
  },
  filters: {
    state: onColumn(),
    event_id: onColumn(),
    space_id: onColumn(),
    host_id: through('event_session_hosts', 'event_session_id', 'user_id'),
    starts_at: onColumn(),
    ends_at: onColumn(),
  },
});
