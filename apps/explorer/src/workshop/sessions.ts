import { dayIn } from '@resource-catalogue/client/availability';
import { type JsonObject, asText } from '../interface/json.js';
import { rowLabel } from '../interface/rows.js';
import { momentWords, timeWords } from '../week/words.js';
import { readSlots } from './rows.js';

/** A session, with its slots on the day. */
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
  const { from, to } = dayIn(zone, day);
  const sessions = rows.flatMap((row) => {
    const slots = readSlots(row)
      .map((slot) => [Date.parse(slot.start_time), Date.parse(slot.end_time)] as const)
      .filter(([start, end]) => start < to.getTime() && end > from.getTime());
    const [first] = slots;
    if (!first || asText(row['state']) === 'canceled') return [];
    const times = slots.map(([start, end]) => `${timeWords(start, zone)}–${timeWords(end, zone)}`).join(', ');
    return [{ row, label: rowLabel(row), times, start: first[0], end: endOf(slots), seats: seatsOf(row) }];
  });
  return sessions.sort((one, other) => one.start - other.start);
}

/** A session or booking with the days and times of all its slots: `Sat 7 Mar 14:00–16:00`. */
export function dated(row: JsonObject, zone: string): SessionOfDay {
  const slots = readSlots(row).map((slot) => [Date.parse(slot.start_time), Date.parse(slot.end_time)] as const);
  const times = slots.map(([start, end]) => `${momentWords(start, zone)}–${timeWords(end, zone)}`).join(', ');
  return { row, label: rowLabel(row), times, start: slots[0]?.[0] ?? 0, end: endOf(slots), seats: seatsOf(row) };
}

const endOf = (slots: readonly (readonly [number, number])[]): number => slots.at(-1)?.[1] ?? 0;

export function seatsOf({ seats_available: left, seats_total: total }: JsonObject): SessionOfDay['seats'] {
  return typeof left === 'number' && typeof total === 'number' ? { left, total } : null;
}

export const seatWords = ({ left, total }: NonNullable<SessionOfDay['seats']>): string =>
  left === 0 ? 'no seats left' : `${left} of ${total} seats left`;
