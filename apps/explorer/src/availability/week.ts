import type { JsonObject } from '../api/json.js';
import { dayIn } from '@resource-catalogue/client/availability';
import { readSlots } from './rows.js';
import { addDays, localTime } from '../time/zone.js';

/** A booked part of one day, and its position in the picture. */
export interface Block {
  readonly booking: JsonObject;
  /** 0 is Monday. */
  readonly day: number;
  /** Minutes since midnight, in local time of the workshop. */
  readonly from: number;
  readonly to: number;
  /** The position among overlapping parts, which share the width of the day. */
  readonly lane: number;
  readonly lanes: number;
}

export interface Week {
  readonly days: readonly string[];
  /** Sorted by day and start. */
  readonly blocks: readonly Block[];
  /** Whole hours in the picture: the working day, and more if there are bookings. */
  readonly fromHour: number;
  readonly toHour: number;
}

const endOfDay = 24 * 60;

/** The start and end of a week. */
export const weekBounds = (monday: string, zone: string): readonly [from: string, to: string] => [
  dayIn(zone, monday).start.toISOString(),
  dayIn(zone, addDays(monday, 6)).end.toISOString(),
];

/** Lays out a week's bookings by slot: slots past midnight appear on both days. */
export function layOutWeek(bookings: readonly JsonObject[], monday: string, zone: string): Week {
  const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index));
  const parts = bookings.flatMap((booking) =>
    readSlots(booking).flatMap(({ start, end }) => splitByDay(booking, start, end, days, zone)),
  );
  parts.sort((one, other) => one.day - other.day || one.from - other.from || one.to - other.to);
  return {
    days,
    blocks: days.flatMap((_, day) => assignLanes(parts.filter((part) => part.day === day))),
    fromHour: Math.min(8, ...parts.map(({ from }) => Math.floor(from / 60))),
    toHour: Math.max(20, ...parts.map(({ to }) => Math.ceil(to / 60))),
  };
}

type Part = Omit<Block, 'lane' | 'lanes'>;

function splitByDay(booking: JsonObject, start: number, end: number, days: readonly string[], zone: string): Part[] {
  const first = localTime(start, zone);
  // The last included instant, so that a slot ending at midnight stays on its day.
  const last = localTime(end - 1, zone);
  return days.flatMap((date, day) => {
    if (date < first.day || date > last.day) return [];
    const from = date === first.day ? first.minutes : 0;
    const to = date === last.day ? last.minutes + 1 : endOfDay;
    // When clocks go back, an end may read earlier than its start.
    return [{ booking, day, from, to: Math.max(to, from + 1) }];
  });
}

/** Gives each part of a day the first free lane; connected parts have lanes of one width. */
function assignLanes(parts: readonly Part[]): Block[] {
  const blocks: Block[] = [];
  let group: { part: Part; lane: number }[] = [];
  let ends: number[] = [];
  const close = () => {
    blocks.push(...group.map(({ part, lane }) => ({ ...part, lane, lanes: ends.length })));
    [group, ends] = [[], []];
  };
  for (const part of parts) {
    if (ends.every((end) => end <= part.from)) close();
    const free = ends.findIndex((end) => end <= part.from);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = part.to;
    group.push({ part, lane });
  }
  close();
  return blocks;
}
