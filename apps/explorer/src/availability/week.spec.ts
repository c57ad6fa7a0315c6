import { describe, expect, it } from '@jest/globals';
import fc from '@resource-catalogue/testing/fast-check';
import type { JsonObject } from '../api/json.js';
import { layOutWeek, weekBounds } from './week.js';

const zone = 'Europe/Berlin';
const monday = '2026-03-23';

const booking = (...slots: readonly (readonly [string, string])[]) => ({
  slots: slots.map(([start, end]) => ({ start_time: `${start}:00.000Z`, end_time: `${end}:00.000Z` })),
});

const layOut = (...bookings: readonly JsonObject[]) => layOutWeek(bookings, monday, zone);
const shape = (...bookings: readonly JsonObject[]) =>
  layOut(...bookings).blocks.map(({ day, from, to, lane, lanes }) => [day, from, to, lane, lanes]);

describe('layOutWeek', () => {
  it('follows the time zone of its space, before and after a clock change', () => {
    const same = booking(['2026-03-28T08:00', '2026-03-28T09:30'], ['2026-03-29T08:00', '2026-03-29T09:30']);
    expect(shape(same)).toEqual([
      [5, 540, 630, 0, 1],
      [6, 600, 690, 0, 1],
    ]);
  });

  it('a booking across midnight is drawn on both days, one that ends at midnight only on the first', () => {
    expect(shape(booking(['2026-03-24T21:00', '2026-03-25T01:00']))).toEqual([
      [1, 1320, 1440, 0, 1],
      [2, 0, 120, 0, 1],
    ]);
    expect(shape(booking(['2026-03-24T21:00', '2026-03-24T23:00']))).toEqual([[1, 1320, 1440, 0, 1]]);
  });

  it('leaves out bookings of other weeks', () => {
    const over = booking(['2026-03-22T12:00', '2026-03-23T07:00'], ['2026-03-29T21:30', '2026-03-31T07:00']);
    expect(shape(over)).toEqual([
      [0, 0, 480, 0, 1],
      [6, 1410, 1440, 0, 1],
    ]);
    const next = booking(['2026-04-02T12:00', '2026-04-02T13:00']);
    expect(shape(next, {}, { slots: [null, {}, { start_time: 'x' }] })).toEqual([]);
  });

  it('overlapping bookings share a day in lanes, and others take its full width', () => {
    const hours = ['08 10', '09 11', '10 12', '12 13'].map((text) => text.split(' '));
    const parts = hours.map(([from, to]) => booking([`2026-03-23T${from}:00`, `2026-03-23T${to}:00`]));
    expect(layOut(...parts).blocks.map(({ lane, lanes }) => `${lane} of ${lanes}`)).toEqual([
      '0 of 2',
      '1 of 2',
      '0 of 2',
      '0 of 1',
    ]);
  });

  it('bookings are never drawn on top of each other or outside their day', () => {
    const minutes = fc.integer({ min: -2 * 1440, max: 9 * 1440 });
    const start = Date.parse(weekBounds(monday, zone)[0]);
    const text = (minute: number) => new Date(start + minute * 60_000).toISOString();
    const slots = fc
      .tuple(minutes, fc.integer({ min: 1, max: 2000 }))
      .map(([from, long]) => ({ start_time: text(from), end_time: text(from + long) }));
    fc.assert(
      fc.property(fc.array(slots, { maxLength: 12 }), (all) => {
        const { blocks, fromHour, toHour } = layOut(...all.map((slot) => ({ slots: [slot] })));
        for (const [index, one] of blocks.entries()) {
          expect(0 <= one.from && one.from < one.to && one.to <= 1440 && one.lane < one.lanes).toBe(true);
          expect(fromHour * 60 <= one.from && one.to <= toHour * 60).toBe(true);
          const over = blocks
            .slice(index + 1)
            .filter((other) => other.day === one.day && other.from < one.to && one.from < other.to);
          expect(over.filter(({ lane, lanes }) => lane === one.lane || lanes !== one.lanes)).toEqual([]);
        }
      }),
    );
  });

  it('shows the working day, and more hours where they are booked', () => {
    expect(layOut()).toMatchObject({ blocks: [], fromHour: 8, toHour: 20 });
    const early = booking(['2026-03-23T04:30', '2026-03-23T05:00'], ['2026-03-23T19:00', '2026-03-23T20:15']);
    expect(layOut(early)).toMatchObject({ fromHour: 5, toHour: 22 });
  });
});

it('a week is bounded by two midnights of the space', () => {
  expect(weekBounds(monday, zone)).toEqual(['2026-03-22T23:00:00.000Z', '2026-03-29T22:00:00.000Z']);
});
