import { trainingSessionsContract } from '@resource-catalogue/contracts';
import { define } from '../definition.js';
import { idIn, ref, remainder, seatsBooked, set } from '../sources.js';
import { spaceSummary, staffSummary, trainingSummary } from '../summaries.js';

export const trainingSessions = define(trainingSessionsContract, {
  sources: {
    training: ref(trainingSummary),
    space: ref(spaceSummary),
    seats_booked: seatsBooked('training_session_id'),
    seats_available: remainder('seats_total', 'seats_booked'),
    trainers: set(staffSummary, 'training_session_trainers', 'training_session_id', 'user_id'),
  },
  filters: {
    trainer_id: idIn('trainers'),
  },
});
