import type { Span } from '../time/slots.js';
import type { Unit } from '../units.js';
import { countUpTo } from './pickers.js';

/** The occupied times of a unit: disjoint and ordered. Old ones can be dropped to keep it short. */
export class UnitCalendar {
  private readonly taken: Span[] = [];

  isFree(span: Span): boolean {
    const index = this.indexAfter(span);
    const before = this.taken[index - 1];
    const after = this.taken[index];
    return (before === undefined || before.end <= span.start) && (after === undefined || after.start >= span.end);
  }

  take(span: Span): void {
    this.taken.splice(this.indexAfter(span), 0, span);
  }

  forgetUntil(instant: number): void {
    let over = 0;
    while ((this.taken[over]?.end ?? Infinity) <= instant) over++;
    if (over > 16) this.taken.splice(0, over);
  }

  /** Index of the first occupied time that starts later. */
  private indexAfter({ start }: Span): number {
    return countUpTo(this.taken, (span) => span.start, start);
  }
}

/** The calendars of all units requested so far. */
export class Calendars {
  private readonly byUnit = new Map<Unit, UnitCalendar>();

  of(unit: Unit): UnitCalendar {
    const calendar = this.byUnit.get(unit) ?? new UnitCalendar();
    this.byUnit.set(unit, calendar);
    return calendar;
  }

  takeAll(units: readonly Unit[], spans: readonly Span[]): void {
    for (const unit of units) for (const span of spans) this.of(unit).take(span);
  }
}
