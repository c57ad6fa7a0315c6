import { type Clock, day, dayText, toWeekday } from './clock.js';

/** Minutes of a day, from and to. */
export type Stretch = readonly [from: number, to: number];

const wholeDay: readonly Stretch[] = [[0, 24 * 60]];

interface OpeningException {
  readonly date: string;
  readonly closed: boolean;
  readonly opens_at: string | null;
  readonly closes_at: string | null;
  readonly note: string | null;
}

/**
 * Parses lines of days with other hours: `12-24 10:00-13:00,14:00-16:00 Christmas Eve` in every year of the catalogue,
 * `+9 closed Stocktaking` nine days after the present one. The present day keeps its weekly hours, so that the demo shows a
 * workshop at work.
 */
export function parseExceptions(lines: readonly string[], { firstDay, lastDay }: Clock, today: number) {
  const entries = new Map<number, readonly OpeningException[]>();
  for (const line of lines) {
    const [when = '', hours = '', ...words] = line.split(' ');
    const note = words.join(' ') || null;
    for (const dayNumber of daysNamed(when, firstDay, lastDay, today)) {
      if (dayNumber === today || entries.has(dayNumber)) continue;
      const [date, closed] = [dayText(dayNumber), hours === 'closed'];
      const periods = hours.split(',').map((period) => {
        const [opens_at = null, closes_at = null] = closed ? [] : period.split('-');
        return { date, closed, opens_at, closes_at, note };
      });
      entries.set(dayNumber, periods);
    }
  }
  return [...entries].sort(([one], [other]) => one - other).flatMap(([, periods]) => periods);
}

function daysNamed(when: string, firstDay: number, lastDay: number, today: number): number[] {
  if (when.startsWith('+')) return [today + Number(when)];
  const years = Array.from({ length: 4 }, (_, index) => Number(dayText(firstDay).slice(0, 4)) + index);
  const days = years.map((year) => Date.parse(`${year}-${when}`) / day);
  return days.filter((dayNumber) => dayNumber >= firstDay && dayNumber <= lastDay);
}

/** The opening hours of each day. A space without any is never closed. */
export class OpeningHours {
  readonly entries: readonly { day_of_week: number; opens_at: string; closes_at: string }[];
  private readonly week: readonly (readonly Stretch[])[];
  private readonly exceptional = new Map<string, Stretch[]>();

  /** Parses lines of days and times, such as `1-5 09:00-13:00 14:00-22:00`. */
  constructor(
    lines: readonly string[],
    readonly exceptions: readonly OpeningException[] = [],
  ) {
    this.entries = lines.flatMap((line) => {
      const [days = '', ...stretches] = line.split(' ');
      const [first = 0, last = first] = days.split('-').map(Number);
      return Array.from({ length: last - first + 1 }, (_, index) =>
        stretches.map((stretch) => {
          const [opens_at = '', closes_at = ''] = stretch.split('-');
          return { day_of_week: first + index, opens_at, closes_at };
        }),
      ).flat();
    });
    this.week = Array.from({ length: 8 }, (_, weekday) =>
      this.entries
        .filter((entry) => entry.day_of_week === weekday)
        .map(({ opens_at, closes_at }): Stretch => [toMinutes(opens_at), toMinutes(closes_at)]),
    );
    for (const { date, opens_at, closes_at } of exceptions) {
      const known = this.exceptional.get(date) ?? [];
      if (opens_at !== null && closes_at !== null) known.push([toMinutes(opens_at), toMinutes(closes_at)]);
      this.exceptional.set(date, known);
    }
  }

  on(dayNumber: number): readonly Stretch[] {
    const exceptional = this.exceptional.get(dayText(dayNumber));
    if (exceptional) return exceptional;
    return this.alwaysOpen ? wholeDay : (this.week[toWeekday(dayNumber)] ?? []);
  }

  get alwaysOpen(): boolean {
    return this.entries.length === 0;
  }
}

function toMinutes(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
}
