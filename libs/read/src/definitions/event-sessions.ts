import { eventSessionsContract, seatHoldingStates } from '@resource-catalogue/contracts';
import { define } from '../define/definition.js';
import { count, idIn, ref, remainder, set } from '../define/sources.js';
import { eventSummary, spaceSummary, staffSummary } from './summaries.js';

export const eventSessions = define(eventSessionsContract, {
  sources: {
    event: ref(eventSummary),
    space: ref(spaceSummary),
    seats_booked: count('booking_seats', 'booking_id', 'bookings', 'event_session_id', { state: seatHoldingStates }),
    seats_available: remainder('seats_total', 'seats_booked'),
    hosts: set(staffSummary, 'event_session_hosts', 'event_session_id', 'user_id'),
  },
  filters: {
    host_id: idIn('hosts'),
  },
});
