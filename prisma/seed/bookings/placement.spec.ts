import { describe, expect, it } from '@jest/globals';
import { options } from '../../test/seed/default-seed.js';
import { Stream } from '../random/prng.js';
import { day, hour, minute } from '../time/units.js';
import { makeDataset } from '../dataset.js';
import { place } from './placement.js';
import { UnitCalendar } from './unit-calendar.js';

const { units, clock } = makeDataset(options);
const [unit] = units.filter(
  ({ space, owner, until }) => space.hours.alwaysOpen && owner.minutes === 60 && until === Infinity,
);
if (!unit) throw new Error('The default catalogue has no unit that can be booked at night.');

const placed = (dayNumber: number, calendar: UnitCalendar | null, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const spans = place({ unit, dayNumber, lastDay: clock.lastDay, calendar }, Stream.root(5).child('place').at(index));
    for (const span of spans ?? []) calendar?.take(span);
    return spans;
  }).filter((spans) => spans !== null);

describe('place', () => {
  it('makes no slot shorter than the least in the nights in which the clocks change', () => {
    for (const night of ['2025-10-26', '2026-03-29']) {
      const spans = placed(Date.parse(night) / day, null, 4000).flat();
      const early = spans.filter(
        ({ start }) => start >= Date.parse(night) - hour && start < Date.parse(night) + 3 * hour,
      );
      expect(early.length).toBeGreaterThan(20);
      expect(spans.filter(({ start, end }) => end - start < 60 * minute)).toEqual([]);
    }
  });

  it('fills a day without taking any of its time twice, and then finds none', () => {
    const dayNumber = Date.parse('2026-02-03') / day;
    const calendar = new UnitCalendar();
    const spans = placed(dayNumber, calendar, 500)
      .flat()
      .sort((one, other) => one.start - other.start);
    expect(spans.length).toBeGreaterThan(6);
    expect(spans.filter(({ start }, index) => start < (spans[index - 1]?.end ?? 0))).toEqual([]);
    expect(placed(dayNumber, calendar, 50).length).toBeLessThan(5);
  });
});
