import type { Space } from '../resources/resources.js';
import { reject } from './check-options.js';
import { mergeRanges, parseDay, type TimeRange, type TimeWindow, toRange } from './time-range.js';
import { firstInstant, readOffsets, steadyPeriods } from './zone.js';

/** The opening hours of a space; servers that do not know exceptions leave them out. */
export type SpaceHours = Pick<Space, 'opening_hours' | 'time_zone'> & Partial<Pick<Space, 'opening_exceptions'>>;

const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * Lists when a space is open, in the local time of its time zone, as are texts without an offset in the window: a day on which clocks change is an hour longer or shorter.
 * Hours that close at or before they open end on the next day. On a date with exceptions, these replace the hours that begin
 * on it. A space without opening hours is always open, except on such dates.
 *
 * @throws TypeError if the window has no length, RangeError if Intl does not know the time zone or shows no AM and PM.
 * @example
 * const { data: space } = await client.spaces.get('0198c1b1-1a60-7913-aa61-3ce9090d2846');
 * const open = openTimes(space, { start: '2026-03-02', end: '2026-03-09' }); // a week
 */
export function openTimes(space: SpaceHours, window: TimeWindow): TimeRange[] {
  const range = toRange(window, () => readOffsets('time_zone', space.time_zone));
  const { opening_hours: hours, opening_exceptions: exceptions = [], time_zone: zone } = space;
  if (hours.length + exceptions.length === 0) return [range];
  const hoursOn = hoursByDate(hours, exceptions);
  const open = steadyPeriods(readOffsets('time_zone', zone), range).flatMap((period) => {
    const local = (time: Date): number => time.getTime() + period.offset;
    const lastDay = Math.floor(local(period.end) / day);
    const ranges: TimeRange[] = [];
    // From the day before, whose hours may last until the next one.
    for (let date = Math.floor(local(period.start) / day) - 1; date <= lastDay; date += 1)
      for (const { opens_at: opens, closes_at: closes } of hoursOn(date)) {
        const [start, end] = [toMinutes(opens), toMinutes(closes)].map(
          (minutes) => new Date(date * day + minutes * minute - period.offset),
        );
        if (start && end) ranges.push({ start, end: start < end ? end : new Date(end.getTime() + day) });
      }
    return mergeRanges(ranges, period);
  });
  return mergeRanges(open, range);
}

type Hours = Pick<SpaceHours['opening_hours'][number], 'opens_at' | 'closes_at'>;

const allDay: readonly Hours[] = [{ opens_at: '00:00', closes_at: '24:00' }];

/** Finds the hours that begin on a date, in days since 1970-01-01. */
function hoursByDate(
  weekly: SpaceHours['opening_hours'],
  exceptions: NonNullable<SpaceHours['opening_exceptions']>,
): (date: number) => readonly Hours[] {
  const onDates = new Map<number, Hours[]>();
  for (const { date, opens_at, closes_at } of exceptions) {
    const number = Date.parse(date) / day;
    const known = onDates.get(number) ?? [];
    if (opens_at !== null && closes_at !== null) known.push({ opens_at, closes_at });
    onDates.set(number, known);
  }
  const usual = (date: number): readonly Hours[] =>
    weekly.length === 0 ? allDay : weekly.filter(({ day_of_week }) => day_of_week === isoWeekday(date));
  return (date) => onDates.get(date) ?? usual(date);
}

/**
 * Finds when a calendar day begins and ends in a time zone.
 *
 * @throws TypeError if the day does not exist, RangeError if Intl does not know the time zone or shows no AM and PM.
 * @example
 * const { start, end } = dayIn('Europe/Berlin', '2026-03-29'); // 23 hours long
 */
export function dayIn(zone: string, date: string): TimeRange {
  const midnight = parseDay(date) ?? reject('date', 'a day such as 2026-03-01', date);
  const offsetAt = readOffsets('zone', zone);
  return { start: firstInstant(offsetAt, midnight), end: firstInstant(offsetAt, midnight + day) };
}

const isoWeekday = (date: number): number => ((((date + 3) % 7) + 7) % 7) + 1;

function toMinutes(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return (hours ?? NaN) * 60 + (minutes ?? NaN);
}
