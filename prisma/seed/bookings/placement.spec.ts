import { describe, expect, it } from '@jest/globals';
import { options } from '../../test/seed/default-seed.js';
import { makeDataset } from '../dataset.js';
import { Stream } from '../random.js';
import { day, hour } from '../time/clock.js';
import type { Span } from '../time/slots.js';
import { place } from './placement.js';
import { UnitCalendar } from './unit-calendar.js';

const { units, clock } = makeDataset(options);
const [unit] = units.filter(
  ({ space, owner, until }) => space.hours.alwaysOpen && owner.minutes === 60 && until === Infinity,
);
if (!unit) throw new Error('The default catalogue has no unit that can be booked at night.');

const placed = (dayNumber: number, calendar: UnitCalendar | null, count: number) =>
  Stream.root(5).times(count, (random) => {
    const spans = place({ unit, dayNumber, lastDay: clock.lastDay, calendar }, random) ?? [];
    for (const span of spans) calendar?.take(span);
    return spans;
  });

describe('place', () => {
  it.each(['2025-10-26', '2026-03-29'])('keeps to the least length in the night of %s, when clocks change', (night) => {
    const at = Date.parse(night);
    const spans = placed(at / day, null, 4000).flat();
    expect(spans.filter(({ start }) => start >= at - hour && start < at + 3 * hour).length).toBeGreaterThan(20);
    expect(spans.filter(({ start, end }) => end - start < hour)).toEqual([]);
  });

  it('fills a day without taking any of its time twice, and then finds none', () => {
    const calendar = new UnitCalendar();
    const spans = placed(Date.parse('2026-02-03') / day, calendar, 500).flat();
    const sorted = spans.sort((one, other) => one.start - other.start);
    expect(sorted.length).toBeGreaterThan(6);
    expect(sorted.filter(({ start }, index) => start < (sorted[index - 1]?.end ?? 0))).toEqual([]);
    expect(placed(Date.parse('2026-02-03') / day, calendar, 50).flat().length).toBeLessThan(5);
  });
});

describe('UnitCalendar', () => {
  it('agrees with a list of all that is taken, forgotten or not', () => {
    const random = Stream.root(1).child('calendar').at(0);
    const calendar = new UnitCalendar();
    const all: Span[] = [];
    for (let now = 0; now < 3000; now++) {
      calendar.forgetUntil(now - 50);
      const start = now + random.below(200);
      const wanted = { start, end: start + 1 + random.below(10) };
      const free = all.every((taken) => taken.end <= wanted.start || wanted.end <= taken.start);
      expect(calendar.isFree(wanted)).toBe(free);
      if (!free) continue;
      calendar.take(wanted);
      all.push(wanted);
    }
    expect(all.length).toBeGreaterThan(200);
  });
});
