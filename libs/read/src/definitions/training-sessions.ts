import { trainingSessionsContract, seatHoldingStates } from '@resource-catalogue/contracts';
import { define } from '../define/definition.js';
import { count, idIn, ref, remainder, set } from '../define/sources.js';
import { spaceSummary, staffSummary, trainingSummary } from './summaries.js';

export const trainingSessions = define(trainingSessionsContract, {
  sources: {
    training: ref(trainingSummary),
    space: ref(spaceSummary),
    seats_booked: count('booking_seats', 'booking_id', 'bookings', 'training_session_id', { state: seatHoldingStates }),
    seats_available: remainder('seats_total', 'seats_booked'),
    trainers: set(staffSummary, 'training_session_trainers', 'training_session_id', 'user_id'),
  },
  filters: {
    trainer_id: idIn('trainers'),
  },
});
