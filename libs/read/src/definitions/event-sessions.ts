import { eventSessionsContract } from '@resource-catalogue/contracts';
import { define } from '../definition.js';
import { idIn, ref, remainder, seatsBooked, set } from '../sources.js';
import { eventSummary, spaceSummary, staffSummary } from '../summaries.js';

export const eventSessions = define(eventSessionsContract, {
  sources: {
    event: ref(eventSummary),
    space: ref(spaceSummary),
    seats_booked: seatsBooked('event_session_id'),
    seats_available: remainder('seats_total', 'seats_booked'),
    hosts: set(staffSummary, 'event_session_hosts', 'event_session_id', 'user_id'),
  },
  filters: {
    host_id: idIn('hosts'),
  },
});
