import type { DateOrder } from '../map/mapping.js';

/** A value in the format of a catalogue sheet, or the expected value. */
export type CellText = { readonly text: string } | { readonly problem: string };

const numeric = /^(\d{1,4})\s?([-./])\s?(\d{1,2})\s?\2\s?(\d{2,4})$/;
const dayFirstNamed = /^(\d{1,2})(?:\.|st|nd|rd|th|er|º)?[\s-]+(?:de\s+)?([\p{L}]+)\.?,?[\s-]+(?:de\s+)?(\d{2,4})$/u;
const monthFirstNamed = /^([\p{L}]+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/u;
const clock =
  /^(\d{1,2})(?:[:.h](\d{2}))?(?::(\d{2}(?:\.\d{1,9})?))?\s*([ap]\.?m\.?)?(?:\s*(?:uhr|h))?\s*(z|utc|[+-]\d{2}:?\d{2})?$/i;
const dayAndTime = /^(.*?\d{2,4})(?:[T,]\s*|\s+(?:um|at|à|,)?\s*)(\d{1,2}(?:[:.h]\d{2}.*|\s*[ap]\.?m\.?|\s*uhr.*))$/iu;
const weekday = /^[\p{L}]{2,}\.?,?\s+(?=\d)/u;

/** Languages whose month names are recognised. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'sv', 'da', 'cs', 'fi'];

/** Parses dates, with or without a time, in common formats. */
export class DateReader {
  /** Created for the first month name, because it is slow. */
  private months: ReadonlyMap<string, number> | undefined;

  constructor(private readonly order: DateOrder | undefined) {}

  /** Parses a day, with a time if there is one, to ISO 8601; without an offset unless the text has one. */
  read(text: string): CellText {
    const bare = text.trim().replaceAll(/\s+/g, ' ');
    const [, dayText = bare, timeText = ''] = dayAndTime.exec(bare) ?? [];
    const bareDay = dayText.replace(/,$/, '').trim();
    const day = this.day(bareDay) ?? this.day(bareDay.replace(weekday, ''));
    if (day === null) return { problem: 'must be a date like 2026-03-01 or 1.3.2026' };
    if (typeof day !== 'string') return day;
    if (timeText === '') return { text: day };
    const time = timeOfDay(timeText);
    return time === null ? { problem: 'must have a time like 09:30 after the date' } : { text: `${day}T${time}` };
  }

  private day(text: string): string | null | { readonly problem: string } {
    const numbers = numeric.exec(text);
    if (numbers) return this.ordered(numbers.slice(1));
    if (!/\p{L}/u.test(text)) return null;
    this.months ??= monthNames();
    const named = dayFirstNamed.exec(text);
    const [, day, month, year] = named ?? (([all, m, d, y]) => [all, d, m, y])(monthFirstNamed.exec(text) ?? []);
    return iso(year, this.months.get(month?.toLowerCase() ?? ''), day);
  }

  private ordered([first = '', separator = '', second = '', third = '']: readonly string[]):
    | string
    | null
    | { problem: string } {
    if (first.length > 2) return iso(first, second, third);
    if (third.length < 2) return null;
    if (this.order === 'year-first') return iso(first, second, third);
    const dayFirst = iso(third, second, first);
    const monthFirst = iso(third, first, second);
    if (this.order === 'month-first') return monthFirst;
    // Dots are used where the day comes first.
    if (this.order === 'day-first' || separator === '.') return dayFirst;
    const yearFirst = separator === '-' && third.length === 2 ? iso(first, second, third) : null;
    const days = new Set([dayFirst, monthFirst, yearFirst].filter((day) => day !== null));
    const [day = null, other] = days;
    return other === undefined
      ? day
      : {
          problem: 'is ambiguous: add `dates: day-first`, `dates: month-first` or `dates: year-first` to the mapping',
        };
  }
}

/** The day of a numeric date, without its time; null for other texts. */
export function dayIn(text: string): string | null {
  const [, day = text] = dayAndTime.exec(text) ?? [];
  return numeric.test(day) ? day : null;
}

/** Parses a time to `HH:MM:SS` or with decimals of the second, with an offset if there is one; null for other texts. */
export function timeOfDay(text: string): string | null {
  const [all, hours = '', minutes = '00', seconds = '00', half, offset = ''] = clock.exec(text.trim()) ?? [];
  if (all === undefined) return null;
  const afternoon = half !== undefined && /^p/i.test(half);
  if (half !== undefined && (Number(hours) < 1 || Number(hours) > 12)) return null;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (afternoon ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) >= 60) return null;
  const shift = /^(?:z|utc)$/i.test(offset) ? 'Z' : offset;
  return `${String(hour).padStart(2, '0')}:${minutes}:${seconds}${shift}`;
}

function iso(year: string | undefined, month: string | number | undefined, day: string | undefined): string | null {
  if (year === undefined || month === undefined || day === undefined) return null;
  // The same threshold as in spreadsheet programs.
  const full = year.length > 2 ? Number(year) : Number(year) + (Number(year) < 30 ? 2000 : 1900);
  const date = new Date(Date.UTC(full, Number(month) - 1, Number(day)));
  const isDay = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return isDay && full >= 1000 ? date.toISOString().slice(0, 10) : null;
}

function monthNames(): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  for (const language of languages) {
    for (const month of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { month, day: 'numeric', timeZone: 'UTC' });
      for (let number = 1; number <= 12; number += 1) {
        const part = format.formatToParts(Date.UTC(2026, number - 1, 1)).find(({ type }) => type === 'month');
        const name = part?.value.toLowerCase().replace(/\.$/, '');
        if (name !== undefined && !names.has(name)) names.set(name, number);
      }
    }
  }
  return names;
}
