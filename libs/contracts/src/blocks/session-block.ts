import { Instant, Integer, OneOf } from '../fields.js';
import { ListOf } from '../nested-fields.js';
import { SlotDto } from '../slot.js';

/** The states of a training session or event session. */
export const sessionStates = ['draft', 'scheduled', 'completed', 'canceled'] as const;
/** One of `sessionStates`. */
export type SessionState = (typeof sessionStates)[number];

/** Fields shared by training sessions and event sessions: state, times and seats. */
export class SessionBlock {
  @OneOf(sessionStates, 'State of the session.', { example: 'scheduled' })
  state!: SessionState;

  @Instant('When the first slot begins.', { example: '2026-03-01T09:00:00.000Z' })
  starts_at!: string;

  @Instant('When the last slot ends; later than `starts_at`.', { example: '2026-03-01T11:30:00.000Z' })
  ends_at!: string;

  @ListOf(() => SlotDto, 'Time slots of the session, ordered by `start_time`.', { minItems: 1 })
  slots!: SlotDto[];

  @Integer('Number of seats of the session.', { example: 8 })
  seats_total!: number;

  // A literal, because the client's declarations show it; `collections.spec.ts` compares the states.
  @Integer('Number of seats of its pending, confirmed and no_show bookings.', { min: 0, example: 5 })
  seats_booked!: number;

  @Integer('Number of free seats: total minus booked, at least zero.', { min: 0, example: 3 })
  seats_available!: number;

  @Instant('When booking opens; null if it was always open.', {
    nullable: true,
    example: '2026-02-01T07:00:00.000Z',
  })
  registration_opens_at!: string | null;

  @Instant('When booking closes; null if it does not.', {
    nullable: true,
    example: '2026-02-27T17:00:00.000Z',
  })
  registration_closes_at!: string | null;
}

/** Cancellation of a session. */
export class CancellationBlock {
  @Instant('When the session was canceled; set exactly when `state` is `canceled`.', {
    nullable: true,
    setWhen: { key: 'state', is: 'canceled' },
    example: null,
  })
  canceled_at!: string | null;
}
