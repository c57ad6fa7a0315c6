import { dayIn } from '@resource-catalogue/client/availability';
import type { JsonObject } from '../api/json.js';
import { rowLabel } from '../api/rows.js';
import { momentWords, timeWords } from '../time/words.js';
import { readSlots } from './rows.js';

/** A session, or a booking, with some of its slots. */
export interface SessionOfDay {
  readonly row: JsonObject;
  readonly label: string;
  readonly times: string;
  readonly start: number;
  readonly end: number;
  /** Null if the service does not say. */
  readonly seats: { readonly left: number; readonly total: number } | null;
}

/** The sessions of a day, by their start. */
export function sessionsOfDay(rows: readonly JsonObject[], day: string, zone: string): SessionOfDay[] {
  const { start: from, end: to } = dayIn(zone, day);
  const sessions = rows
    .filter(({ state }) => state !== 'canceled')
    .map((row) => {
      const slots = readSlots(row).filter(({ start, end }) => start < to.getTime() && end > from.getTime());
      return toSession(row, slots, (start) => timeWords(start, zone), zone);
    });
  return sessions.filter(({ times }) => times !== '').sort((one, other) => one.start - other.start);
}

/** A session or booking with the days and times of all its slots: `Sat 7 Mar 14:00–16:00`. */
export const toDatedSession = (row: JsonObject, zone: string): SessionOfDay =>
  toSession(row, readSlots(row), (start) => momentWords(start, zone), zone);

function toSession(
  row: JsonObject,
  slots: ReturnType<typeof readSlots>,
  startWords: (start: number) => string,
  zone: string,
): SessionOfDay {
  const times = slots.map(({ start, end }) => `${startWords(start)}–${timeWords(end, zone)}`).join(', ');
  const [start, end] = [slots[0]?.start ?? 0, slots.at(-1)?.end ?? 0];
  return { row, label: rowLabel(row), times, start, end, seats: seatsOf(row) };
}

export function seatsOf({ seats_available: left, seats_total: total }: JsonObject): SessionOfDay['seats'] {
  return typeof left === 'number' && typeof total === 'number' ? { left, total } : null;
}

export const seatWords = ({ left, total }: NonNullable<SessionOfDay['seats']>): string =>
  left === 0 ? 'no seats left' : `${left} of ${total} seats left`;
