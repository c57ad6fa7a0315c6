import { toWeekday } from './clock.js';

/** Minutes of a day, from and to. */
export type Stretch = readonly [from: number, to: number];

const wholeDay: readonly Stretch[] = [[0, 24 * 60]];

/** The opening hours of each day. A space without any is never closed. */
export class OpeningHours {
  readonly entries: readonly { day_of_week: number; opens_at: string; closes_at: string }[];
  private readonly week: readonly (readonly Stretch[])[];

  /** Parses lines of days and times, such as `1-5 09:00-13:00 14:00-22:00`. */
  constructor(lines: readonly string[]) {
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
  }

  on(dayNumber: number): readonly Stretch[] {
    return this.alwaysOpen ? wholeDay : (this.week[toWeekday(dayNumber)] ?? []);
  }

  get alwaysOpen(): boolean {
    return this.entries.length === 0;
  }
}

function toMinutes(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
}
