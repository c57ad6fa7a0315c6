import { Instant, Integer, OneOf } from '../fields.js';
import { ListOf } from '../nested-fields.js';
import { SlotDto } from '../slot.js';

/** The states of a training session or event session. */
export const sessionStates = ['draft', 'scheduled', 'completed', 'canceled'] as const;
/** One of `sessionStates`. */
export type SessionState = (typeof sessionStates)[number];

/** What training sessions and event sessions have alike: state, times and seats. */
export class SessionBlock {
  @OneOf(sessionStates, 'How far the session has come.', { example: 'scheduled' })
  state!: SessionState;

  @Instant('When the first slot begins.', { example: '2026-03-01T09:00:00.000Z' })
  starts_at!: string;

  @Instant('When the last slot is over; later than `starts_at`.', { example: '2026-03-01T11:30:00.000Z' })
  ends_at!: string;

  @ListOf(() => SlotDto, 'The stretches of time of the session, by `start_time`.', { minItems: 1 })
  slots!: SlotDto[];

  @Integer('How many seats the session has.', { example: 8 })
  seats_total!: number;

  @Integer('How many seats its pending, confirmed and no_show bookings take.', { min: 0, example: 5 })
  seats_booked!: number;

  @Integer('How many seats are left: total less booked, and never below zero.', { min: 0, example: 3 })
  seats_available!: number;

  @Instant('From when seats can be booked; null when they always could.', {
    nullable: true,
    example: '2026-02-01T07:00:00.000Z',
  })
  registration_opens_at!: string | null;

  @Instant('Until when seats can be booked; null when there is no such limit.', {
    nullable: true,
    example: '2026-02-27T17:00:00.000Z',
  })
  registration_closes_at!: string | null;
}

/** The end of a session that does not take place. */
export class CancellationBlock {
  @Instant('When the session was canceled; set exactly when `state` is `canceled`.', {
    nullable: true,
    setWhen: { key: 'state', is: 'canceled' },
    example: null,
  })
  canceled_at!: string | null;
}
