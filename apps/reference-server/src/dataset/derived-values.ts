import { type CollectionName, seatHoldingStates } from '@resource-catalogue/contracts';
import { idOf, type JsonObject, objectsAt, type Row, summaryOf } from '../json.js';
import type { MadeRows } from './row-maker.js';
import { isAccount } from './special-rows.js';

// What a row shows of rows that were made after it.

type Derivation = (row: Row, index: number, made: MadeRows) => JsonObject;

const seatHolding: readonly unknown[] = seatHoldingStates;

const seats =
  (key: 'event_session' | 'training_session'): Derivation =>
  ({ id, seats_total: total }, _, { bookings = [] }) => {
    const taking = bookings.filter((booking) => idOf(booking[key]) === id && seatHolding.includes(booking['state']));
    const booked = taking.reduce((sum, booking) => sum + objectsAt(booking, 'seats').length, 0);
    return { seats_booked: booked, seats_available: Math.max(0, Number(total) - booked) };
  };

const summary = (row: Row | undefined, ...keys: readonly string[]): JsonObject | null =>
  row === undefined ? null : summaryOf(row, ...keys);

export const derivedValues: Readonly<Partial<Record<CollectionName, Derivation>>> = {
  users: (_, index, { members = [] }) => ({
    member: isAccount(index) ? summary(members[index], 'first_name', 'last_name') : null,
  }),
  members: ({ id }, _, { subscriptions = [] }) => {
    const active = subscriptions.find((row) => row['state'] === 'active' && idOf(row['member']) === id);
    return { current_subscription: summary(active, 'plan') };
  },
  event_sessions: seats('event_session'),
  training_sessions: seats('training_session'),
};
