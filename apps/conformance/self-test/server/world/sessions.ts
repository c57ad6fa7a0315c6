import { sessionStates } from '@resource-catalogue/contracts';
import { idOf, type JsonObject, type JsonValue, objectsAt, type Row, summaryOf, textOf } from '../json.js';
import { identity, person, ref } from './blocks.js';
import { day, hour, localDate, Stamps, timeOf, wire, type Zone } from './clock.js';
import { type Dice, inTurn } from './dice.js';
import { countTo } from './size.js';

/** Disjoint slots in order; some end at midnight of their zone (section 8, Slot). */
export function slotsFrom(dice: Dice, start: number, count: number, zone: Zone): JsonObject[] {
  let time = start;
  return countTo(count).map(() => {
    const end = time + dice.pick([hour, 2 * hour + 30 * 60_000, 26 * hour]);
    const slot = {
      id: dice.uuid(),
      start_date: localDate(time, zone),
      start_time: wire(time),
      end_date: localDate(end - 1, zone),
      end_time: wire(end),
    };
    time = end + dice.pick([0, hour, day]);
    return slot;
  });
}

/** Where slots begin and end. */
export function spanOf(slots: readonly JsonObject[]): { starts_at: string; ends_at: string } {
  const [first] = slots;
  const last = slots.at(-1);
  return { starts_at: textOf(first?.['start_time']), ends_at: textOf(last?.['end_time']) };
}

/** The sessions of events or trainings, before it is known how many seats are booked. */
export function sessions(
  dice: Dice,
  owner: { readonly key: 'event' | 'training'; readonly staff: 'hosts' | 'trainers'; readonly rows: readonly Row[] },
  context: {
    readonly users: readonly Row[];
    readonly zoneOf: (space: JsonValue | undefined) => Zone;
    readonly count: number;
  },
): Row[] {
  const stamps = new Stamps(dice, '2025-03-01T09:00:00.000Z', context.count);
  const starts = new Stamps(dice, '2026-02-28T21:00:00.000Z', context.count);
  return countTo(context.count).map((index) => {
    const own = identity(dice, stamps);
    const row = dice.pick(owner.rows);
    const space = row['space'];
    const slots = slotsFrom(dice, starts.take(), 1 + (index % 3), context.zoneOf(space));
    const state = inTurn(sessionStates, index);
    const { starts_at: start } = spanOf(slots);
    return {
      ...own,
      [owner.key]: ref(row),
      space: space ?? null,
      state,
      ...spanOf(slots),
      slots,
      seats_total: 1 + (index % 9),
      registration_opens_at: index % 3 === 0 ? null : wire(timeOf(start) - 30 * day),
      registration_closes_at: index % 4 === 0 ? null : wire(timeOf(start) - day),
      [owner.staff]: dice.some(context.users, 2).map(person),
      canceled_at: state === 'canceled' ? own.updated_at : null,
    };
  });
}

const taking = new Set(['pending', 'confirmed', 'no_show']);

export function withSeats(sessions: readonly Row[], bookings: readonly Row[], key: string): Row[] {
  const booked = new Map<string, number>();
  for (const booking of bookings) {
    const id = idOf(booking[key]);
    if (id === null || !taking.has(textOf(booking['state']))) continue;
    booked.set(id, (booked.get(id) ?? 0) + objectsAt(booking, 'seats').length);
  }
  return sessions.map((session) => {
    const seats = booked.get(session.id) ?? 0;
    return { ...session, seats_booked: seats, seats_available: Math.max(0, Number(session['seats_total']) - seats) };
  });
}

export const sessionSummary = (session: Row, key: 'event' | 'training'): JsonObject => summaryOf(session, key);
