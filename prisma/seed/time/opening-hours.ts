import { weekdayOf } from './units.js';

/** From and to a minute of the day. */
export type Stretch = readonly [from: number, to: number];

interface OpeningHour {
  readonly day_of_week: number;
  readonly opens_at: string;
  readonly closes_at: string;
}

const wholeDay: readonly Stretch[] = [[0, 24 * 60]];

/** Says for each day when one may be there. Without any hours nothing is said, so nothing is closed. */
export class OpeningHours {
  private readonly week: readonly (readonly Stretch[])[];

  constructor(readonly entries: readonly OpeningHour[]) {
    this.week = Array.from({ length: 8 }, (_, weekday) =>
      entries
        .filter((entry) => entry.day_of_week === weekday)
        .map((entry): Stretch => [minutesOf(entry.opens_at), minutesOf(entry.closes_at)]),
    );
  }

  on(dayNumber: number): readonly Stretch[] {
    if (this.entries.length === 0) return wholeDay;
    return this.week[weekdayOf(dayNumber)] ?? [];
  }

  get alwaysOpen(): boolean {
    return this.entries.length === 0;
  }
}

function minutesOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
}

/** Hours by day and time, from lines like `1-5 09:00-13:00 14:00-22:00`. */
export function openingHours(...lines: readonly string[]): OpeningHours {
  const entries = lines.flatMap((line) => {
    const [days = '', ...stretches] = line.split(' ');
    const [first = 0, last = first] = days.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) =>
      stretches.map((stretch) => {
        const [opens_at = '', closes_at = ''] = stretch.split('-');
        return { day_of_week: first + index, opens_at, closes_at };
      }),
    ).flat();
  });
  return new OpeningHours(entries);
}
