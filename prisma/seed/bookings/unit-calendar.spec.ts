import { describe, expect, it } from '@jest/globals';
import { Stream } from '../random/prng.js';
import { UnitCalendar } from './unit-calendar.js';

const span = (start: number, end: number) => ({ start, end });

describe('UnitCalendar', () => {
  it('is free beside what is taken, and not within, around or across it', () => {
    const calendar = new UnitCalendar();
    calendar.take(span(10, 20));
    calendar.take(span(30, 40));
    expect([span(0, 10), span(20, 30), span(40, 41)].map((free) => calendar.isFree(free))).toEqual([true, true, true]);
    const taken = [
      span(10, 20),
      span(12, 13),
      span(0, 50),
      span(5, 11),
      span(19, 25),
      span(25, 31),
      span(20, 31),
      span(10, 11),
    ];
    expect(taken.map((wanted) => calendar.isFree(wanted))).toEqual(taken.map(() => false));
  });

  it('agrees with a list of all that is taken, forgotten or not', () => {
    const random = Stream.root(1).child('calendar').at(0);
    const calendar = new UnitCalendar();
    const all: { start: number; end: number }[] = [];
    for (let now = 0; now < 3000; now++) {
      calendar.forgetUntil(now - 50);
      const start = now + random.below(200);
      const wanted = span(start, start + 1 + random.below(10));
      const free = all.every((taken) => taken.end <= wanted.start || wanted.end <= taken.start);
      expect(calendar.isFree(wanted)).toBe(free);
      if (!free) continue;
      calendar.take(wanted);
      all.push(wanted);
    }
    expect(all.length).toBeGreaterThan(200);
  });
});
