import { trainingSessionsContract } from '@resource-catalogue/contracts';
import { timestamps } from '../../read/blocks.js';
import { onColumn, through, resource } from '../../read/definition.js';
import { column, json, ref, remainder, seatsBooked, set } from '../../read/sources.js';
import { spaceSummary, staffSummary, trainingSummary } from '../../read/summaries.js';

export const trainingSessions = resource(trainingSessionsContract, {
  sources: {
    id: column(),
    training: ref(trainingSummary),
    space: ref(spaceSummary),
    state: column(),
    starts_at: column(),
    ends_at: column(),
    slots: json(),
    seats_total: column(),
    seats_booked: seatsBooked('training_session_id'),
    seats_available: remainder('seats_total', 'seats_booked'),
    registration_opens_at: column(),
    registration_closes_at: column(),
    trainers: set(staffSummary, 'training_session_trainers', 'training_session_id', 'user_id'),
    canceled_at: column(),
    ...timestamps,
  },
  filters: {
    state: onColumn(),
    training_id: onColumn(),
    space_id: onColumn(),
    trainer_id: through('training_session_trainers', 'training_session_id', 'user_id'),
    starts_at: onColumn(),
    ends_at: onColumn(),
  },
});
