import type { Space } from '../resources/resources.js';
import { refuse } from './check-options.js';
import { mergeRanges, type TimeRange, type TimeWindow, toRange } from './time-range.js';

/** The opening hours of a space; servers that do not know exceptions leave them out. */
export type SpaceHours = Pick<Space, 'opening_hours' | 'time_zone'> & Partial<Pick<Space, 'opening_exceptions'>>;

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Lists when a space is open, in the local time of its time zone: a day on which clocks change is an hour longer or shorter.
 * Hours that close at or before they open end on the next day. On a date with exceptions, these replace the hours that begin
 * on it. A space without opening hours is always open, except on such dates.
 *
 * @throws TypeError if the window has no length, RangeError if Intl does not know the time zone or shows no AM and PM.
 * @example
 * const { data: space } = await client.spaces.get('0198c1b1-1a60-7913-aa61-3ce9090d2846');
 * const open = openTimes(space, { from: new Date(), to: new Date(Date.now() + 7 * 86_400_000) });
 */
export function openTimes(space: SpaceHours, window: TimeWindow): TimeRange[] {
  const range = toRange(window);
  const { opening_hours: hours, opening_exceptions: exceptions = [], time_zone: zone } = space;
  if (hours.length + exceptions.length === 0) return [range];
  const hoursOn = hoursByDate(hours, exceptions);
  const open = steadyPeriods(offsets('time_zone', zone), range).flatMap((period) => {
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
 * await freeTimes(client, { machine: machine.id, ...dayIn('Europe/Berlin', '2026-03-29') }); // 23 hours long
 */
export function dayIn(zone: string, date: string): { readonly from: Date; readonly to: Date } {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== date)
    refuse('date', 'a day such as 2026-03-01', date);
  const offsetAt = offsets('zone', zone);
  return { from: firstInstant(offsetAt, midnight), to: firstInstant(offsetAt, midnight + day) };
}

/** The first instant at which the clock of the zone shows this time or a later one. */
function firstInstant(offsetAt: OffsetAt, local: number): Date {
  const around = { start: new Date(local - day), end: new Date(local + day) };
  for (const { start, end, offset } of steadyPeriods(offsetAt, around)) {
    const instant = Math.max(start.getTime(), local - offset);
    if (instant < end.getTime()) return new Date(instant);
  }
  return around.end;
}

const isoWeekday = (date: number): number => ((((date + 3) % 7) + 7) % 7) + 1;

function toMinutes(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return (hours ?? NaN) * 60 + (minutes ?? NaN);
}

/** A time during which the clocks of a zone do not change, and how far they are ahead of UTC, in milliseconds. */
interface SteadyPeriod extends TimeRange {
  readonly offset: number;
}

function steadyPeriods(offsetAt: OffsetAt, { start, end }: TimeRange): SteadyPeriod[] {
  const periods: SteadyPeriod[] = [];
  let [from, offset] = [start, offsetAt(start.getTime())];
  for (let time = start.getTime(); time < end.getTime();) {
    // No zone changes its clocks twice in six hours.
    const next = Math.min(time + 6 * hour, end.getTime());
    const changes = offsetAt(next) !== offset;
    time = changes ? firstChange(offsetAt, time, next) : next;
    if (!changes) continue;
    periods.push({ start: from, end: new Date(time), offset });
    [from, offset] = [new Date(time), offsetAt(time)];
  }
  return from < end ? [...periods, { start: from, end, offset }] : periods;
}

/** Searches between two instants with different offsets. */
function firstChange(offsetAt: OffsetAt, before: number, after: number): number {
  const former = offsetAt(before);
  let [low, high] = [before, after];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle) === former) low = middle;
    else high = middle;
  }
  return high;
}

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
type OffsetAt = (instant: number) => number;

/**
 * Reads the offset of a zone from what its clock shows; errors about the zone have its name.
 *
 * @throws RangeError if the platform does not know the zone, or its clock shows the same time in the morning and afternoon.
 */
function offsets(name: string, zone: string): OffsetAt {
  // Without a zone, Intl would take that of the machine.
  if (!zone) refuse(name, 'a time zone such as Europe/Berlin', zone);
  const clock = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone: zone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  const offsetAt: OffsetAt = (instant) => {
    const seconds = Math.floor(instant / 1000) * 1000;
    const parts = new Map(clock.formatToParts(seconds).map(({ type, value }) => [type, value]));
    const part = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type) ?? 0);
    const hours = hourOfDay(part('hour'), parts.get('dayPeriod'));
    const date = Date.UTC(part('year'), part('month') - 1, part('day'), hours, part('minute'), part('second'));
    return date - seconds;
  };
  // No zone changed its clocks by twelve hours that day, so such a clock shows no difference between the two.
  if (Math.abs(offsetAt(12 * hour) - offsetAt(0)) === 12 * hour) {
    throw new RangeError(`Intl shows no difference between morning and afternoon in ${zone}.`);
  }
  return offsetAt;
}

/** Hermes ignores `hourCycle`: it shows `7 PM`, or 24 at midnight. */
function hourOfDay(shown: number, dayPeriod: string | undefined): number {
  if (dayPeriod === undefined) return shown % 24;
  return (shown % 12) + (/^p/i.test(dayPeriod) ? 12 : 0);
}
