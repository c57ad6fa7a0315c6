import { describe, expect, it } from '@jest/globals';
import fc from '@resource-catalogue/testing/fast-check';
import { addDays, isDay, knownZone, startOfWeek } from './zone.js';

const days = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('a week', () => {
  it('begins on the Monday on or before a day', () => {
    fc.assert(
      fc.property(days, (day) => {
        const monday = startOfWeek(day);
        expect(new Date(`${monday}T00:00:00Z`).getUTCDay()).toBe(1);
        expect(addDays(monday, 7) > day && monday <= day).toBe(true);
      }),
    );
  });

  it('is selected by a calendar date', () => {
    expect(['2026-02-28', '2024-02-29'].map(isDay)).toEqual([true, true]);
    expect(['2026-02-29', '2026-13-01', '0000-01-01', '2026-2-1', '', 'x'].filter(isDay)).toEqual([]);
  });
});

it('a zone that the browser does not know is UTC', () => {
  expect(['Europe/Berlin', 'Mars/Olympus', ''].map(knownZone)).toEqual(['Europe/Berlin', 'UTC', 'UTC']);
});
