import type { Span } from '../time/slots.js';

/** When a unit is taken: disjoint stretches in order. What is long over can be forgotten, so that it stays short. */
export class UnitCalendar {
  private readonly taken: Span[] = [];

  isFree(span: Span): boolean {
    const index = this.indexAfter(span.start);
    const before = this.taken[index - 1];
    const after = this.taken[index];
    return (before === undefined || before.end <= span.start) && (after === undefined || after.start >= span.end);
  }

  take(span: Span): void {
    this.taken.splice(this.indexAfter(span.start), 0, span);
  }

  forgetUntil(instant: number): void {
    let over = 0;
    while ((this.taken[over]?.end ?? Infinity) <= instant) over++;
    if (over > 16) this.taken.splice(0, over);
  }

  /** Where the stretches begin that start later. */
  private indexAfter(start: number): number {
    let [low, high] = [0, this.taken.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.taken[middle]?.start ?? Infinity) <= start) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The calendars of all units that were asked for. */
export class Calendars<Unit extends object> {
  private readonly byUnit = new Map<Unit, UnitCalendar>();

  of(unit: Unit): UnitCalendar {
    const known = this.byUnit.get(unit);
    if (known) return known;
    const calendar = new UnitCalendar();
    this.byUnit.set(unit, calendar);
    return calendar;
  }
}
