import type { Span } from '../time/slots.js';
import type { Unit } from '../units.js';
import { countUpTo } from './pickers.js';

/** When a unit is taken: disjoint stretches in order. What is long over can be forgotten, so that it stays short. */
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

  /** Where the stretches begin that start later. */
  private indexAfter({ start }: Span): number {
    return countUpTo(this.taken, (span) => span.start, start);
  }
}

/** The calendars of all units that were asked for. */
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
