import { type JsonValue, toText } from '../json.js';
import { countTo, type Random } from './random.js';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** An instant in wire format (SHAPE-1). */
export const formatInstant = (time: number): string => new Date(time).toISOString();

export const toTime = (instant: string): number => Date.parse(instant);

const steps = [1, 1, 7, 999, 1000, 1001, minute, hour, day, 3 * day] as const;

/**
 * Fewer instants than rows, some a millisecond apart, so that rows tie or nearly tie (SHAPE-4, PAGE-4). Some are at
 * midnight or half an hour from it, to expose misread dates (FILT-5).
 */
export function makeInstants(random: Random, from: number, count: number): readonly number[] {
  let time = from;
  return countTo(Math.max(1, Math.ceil(count / 3))).map((index) => {
    if (index % 8 === 2) time = Math.ceil((time + hour) / day) * day - 30 * minute;
    else time += index % 8 === 3 || index % 8 === 4 ? 30 * minute : random.pick(steps);
    return time;
  });
}

/** Zones without daylight saving time, where a local date is a plain addition (section 8, Slot). */
const zones = new Map([
  ['UTC', 0],
  ['Africa/Lagos', hour],
  ['Asia/Tokyo', 9 * hour],
  ['Asia/Kathmandu', 5 * hour + 45 * minute],
  ['America/Bogota', -5 * hour],
]);

export const zoneNames = [...zones.keys()];

export const localDate = (time: number, zone: JsonValue | undefined): string =>
  formatInstant(time + (zones.get(toText(zone)) ?? 0)).slice(0, 10);
