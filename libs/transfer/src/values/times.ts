import type { DateOrder } from '../map/mapping.js';

/** A local time that becomes an instant once the time zone of its row is known. */
export class LocalTime {
  constructor(
    /** Milliseconds, as if in UTC. */
    readonly clock: number,
    /** Whether it is a day without a time. */
    readonly isDay: boolean,
  ) {}

  get day(): string {
    return new Date(this.clock).toISOString().slice(0, 10);
  }
}

/** A day with or without a time and an offset, in milliseconds; or the expected value, and why. */
export type ParsedTime =
  | { readonly clock: number; readonly isDay: boolean; readonly offset: number | null }
  | { readonly problem: 'day' | 'time' | 'order'; readonly why?: string };

const numeric = /^(\d{1,4})\s?([-./])\s?(\d{1,2})\s?\2\s?(\d{2,4})$/;
const dayFirstNamed = /^(\d{1,2})(?:\.|st|nd|rd|th|er|º)?[\s-]+(?:de\s+)?([\p{L}]+)\.?,?[\s-]+(?:de\s+)?(\d{2,4})$/u;
const monthFirstNamed = /^([\p{L}]+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/u;
const dayAndTime = /^(.*?\d{2,4})(?:[T,]\s*|\s+(?:um|at|à|,)?\s*)(\d{1,2}(?:[:.h]\d{2}.*|\s*[ap]\.?m\.?|\s*uhr.*))$/iu;
const weekday = /^[\p{L}]{2,}\.?,?\s+(?=\d)/u;
const dayNumber = /^\d{5}(?:[.,]\d+)?$/;

/** Longer texts are not times. */
const longest = 100;

/** Parses days and times as people write them. */
export class TimeParser {
  /** Created for the first month name, because it is slow. */
  private months: ReadonlyMap<string, number> | undefined;

  constructor(private readonly order: DateOrder | undefined) {}

  /** Parses a day, with a time if there is one. */
  parse(text: string): ParsedTime {
    const bare = text.length > longest ? '' : text.trim().replaceAll(/\s+/g, ' ');
    const [, dayText = bare, timeText = ''] = dayAndTime.exec(bare) ?? [];
    const bareDay = dayText.replace(/,$/, '').trim();
    const day = this.day(bareDay) ?? this.day(bareDay.replace(weekday, ''));
    if (day === 'ambiguous') return { problem: 'order', why: ', which could be day/month or month/day' };
    if (day === null) {
      if (!dayNumber.test(bare))
        return { problem: 'day', ...(numeric.test(bareDay) && { why: ', which is not a day' }) };
      return { problem: 'day', why: ', which is a day number, and spreadsheet programs count from different days' };
    }
    if (timeText === '') return { clock: day, isDay: true, offset: null };
    const time = parseClock(timeText);
    return time === null ? { problem: 'time' } : { clock: day + time.clock, isDay: false, offset: time.offset };
  }

  /** Midnight of a day; null for other texts. */
  private day(text: string): number | 'ambiguous' | null {
    const numbers = numeric.exec(text);
    if (numbers) return ordered(numbers.slice(1), this.order);
    if (!/\p{L}/u.test(text)) return null;
    this.months ??= monthNames();
    const named = dayFirstNamed.exec(text);
    const [, day, month, year] = named ?? (([all, m, d, y]) => [all, d, m, y])(monthFirstNamed.exec(text) ?? []);
    return midnight(year, this.months.get(month?.toLowerCase() ?? ''), day);
  }
}

function ordered(
  [first = '', separator = '', second = '', third = '']: readonly string[],
  order: DateOrder | undefined,
): number | 'ambiguous' | null {
  if (first.length > 2 || order === 'year-first') return midnight(first, second, third);
  const dayFirst = midnight(third, second, first);
  const monthFirst = midnight(third, first, second);
  if (order === 'month-first') return monthFirst;
  // Dots are used where the day comes first.
  if (order === 'day-first' || separator === '.') return dayFirst;
  const yearFirst = separator === '-' && third.length === 2 ? midnight(first, second, third) : null;
  const [day = null, other] = new Set([dayFirst, monthFirst, yearFirst].filter((each) => each !== null));
  return other === undefined ? day : 'ambiguous';
}

/** The first year that is taken as written; earlier ones stand for an unknown day, or are mistyped. */
const firstYear = 1000;

function midnight(
  year: string | undefined,
  month: string | number | undefined,
  day: string | undefined,
): number | null {
  if (year === undefined || month === undefined || day === undefined || day.length > 2) return null;
  // The same threshold as in spreadsheet programs.
  const full = year.length > 2 ? Number(year) : Number(year) + (Number(year) < 30 ? 2000 : 1900);
  const clock = Date.UTC(full, Number(month) - 1, Number(day));
  const found = new Date(clock);
  const isDay = found.getUTCMonth() === Number(month) - 1 && found.getUTCDate() === Number(day);
  return isDay && full >= firstYear ? clock : null;
}

const clockText =
  /^(\d{1,2})(?:[:.h](\d{2}))?(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*([ap]\.?m\.?)?(?:\s*(?:uhr|h))?\s*(z|utc|[+-](?:0\d|1[0-4]):?[0-5]\d)?$/i;

const minute = 60_000;

/** Parses a time of a day, with an offset if there is one; null for other texts. */
export function parseClock(text: string): { readonly clock: number; readonly offset: number | null } | null {
  const [all, hours = '', minutes = '0', seconds = '0', fraction = '', half, offset] =
    (text.length > longest ? null : clockText.exec(text.trim())) ?? [];
  if (all === undefined) return null;
  if (half !== undefined && (Number(hours) < 1 || Number(hours) > 12)) return null;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (/^p/i.test(half) ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null;
  const clock =
    (hour * 60 + Number(minutes)) * minute + Number(seconds) * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
  return { clock, offset: offset === undefined ? null : parseOffset(offset) };
}

function parseOffset(text: string): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)$/.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * minute;
}

/** Languages whose month names are recognised. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'sv', 'da', 'cs', 'fi'];

/** Numbers of months by their names in lower case. */
function monthNames(): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const language of languages) {
    for (const month of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { month, day: 'numeric', timeZone: 'UTC' });
      for (let number = 1; number <= 12; number += 1) {
        const part = format.formatToParts(Date.UTC(2026, number - 1, 1)).find(({ type }) => type === 'month');
        const name = part?.value.toLowerCase().replace(/\.$/, '');
        if (name !== undefined && !found.has(name)) found.set(name, number);
      }
    }
  }
  return found;
}

export const dayLength = 24 * 60 * minute;

const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;

/** Clock and calendar of a time zone. Local times are milliseconds, as if they were in UTC. */
export class TimeZone {
  private readonly format: Intl.DateTimeFormat;

  /** Throws a RangeError for an unknown zone. */
  constructor(readonly name: string) {
    this.format = new Intl.DateTimeFormat('en-CA', { ...parts, ...clock, timeZone: name, calendar: 'iso8601' });
  }

  /** The instants with this local time: none in the gap when clocks go forward, two when they go back. */
  private instantsAt(shown: number): readonly number[] {
    const offsets = new Set([shown - dayLength, shown + dayLength].map((near) => this.clockAt(near) - near));
    return [...offsets].map((offset) => shown - offset).filter((instant) => this.clockAt(instant) === shown);
  }

  /** The instant with this local time, or why there is not exactly one. */
  instant(shown: number): number | { readonly problem: string; readonly why: string } {
    const part = shown % 1000;
    const [instant, other] = this.instantsAt(shown - part);
    if (instant === undefined) {
      return { problem: 'must be a time that exists', why: `: clocks in ${this.name} skip this one` };
    }
    if (other === undefined) return instant + part;
    return { problem: 'must have an offset', why: `: clocks in ${this.name} show this time twice` };
  }

  /** The instant at which a day begins, or ends: when the next one begins. */
  dayInstant(midnight: number, isEnd: boolean): number {
    const shown = isEnd ? midnight + dayLength : midnight;
    const instants = this.instantsAt(shown);
    if (instants.length > 0) return isEnd ? Math.max(...instants) : Math.min(...instants);
    // A day without midnight begins later.
    return shown - (this.clockAt(shown - dayLength) - (shown - dayLength));
  }

  /** The local day of an instant, as `YYYY-MM-DD`. */
  dayAt(instant: number): string {
    return new Date(this.clockAt(Math.floor(instant / 1000) * 1000)).toISOString().slice(0, 10);
  }

  /** The local time of an instant, as if it were UTC, in milliseconds. */
  private clockAt(instant: number): number {
    const shown = new Map<string, number>(
      this.format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
    );
    const at = (part: string): number => shown.get(part) ?? 0;
    return Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second'));
  }
}
