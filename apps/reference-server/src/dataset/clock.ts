import type { JsonObject } from '../json.js';
import type { Random } from './random.js';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** An instant in wire format (SHAPE-1). */
export const wire = (time: number): string => new Date(time).toISOString();

export const toTime = (instant: string): number => Date.parse(instant);

const steps = [1, 1, 7, 999, 1000, 1001, minute, hour, day, 3 * day] as const;

/** Places some instants at midnight or half an hour from it, to expose misread dates (FILT-5). */
function aroundMidnight(time: number, index: number): number | null {
  const midnight = Math.ceil((time + hour) / day) * day;
  return { 2: midnight - 30 * minute, 3: midnight, 4: time + 30 * minute }[index % 8] ?? null;
}

/** Fewer instants than rows, some a millisecond apart, so that rows tie or nearly tie (SHAPE-4, PAGE-4). */
export class Stamps {
  private readonly instants: readonly number[];

  constructor(
    private readonly random: Random,
    from: string,
    count: number,
  ) {
    let time = toTime(from);
    this.instants = Array.from({ length: Math.max(1, Math.ceil(count / 3)) }, (_, index) => {
      time = aroundMidnight(time, index) ?? time + random.pick(steps);
      return time;
    });
  }

  take(): number {
    return this.random.pick(this.instants);
  }
}

/** Zones without daylight saving time, where a local date is a plain addition (section 8, Slot). */
const zones = {
  UTC: 0,
  'Africa/Lagos': hour,
  'Asia/Tokyo': 9 * hour,
  'Asia/Kathmandu': 5 * hour + 45 * minute,
  'America/Bogota': -5 * hour,
} as const;

type Zone = keyof typeof zones;

export const zoneNames = Object.keys(zones).filter((name): name is Zone => Object.hasOwn(zones, name));

export const findZone = (space: JsonObject | undefined): Zone =>
  zoneNames.find((name) => name === space?.['time_zone']) ?? 'UTC';

export const localDate = (time: number, zone: Zone): string => wire(time + zones[zone]).slice(0, 10);
