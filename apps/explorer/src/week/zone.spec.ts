import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addDays, isDay, knownZone, localTime, mondayOf, startOfDay } from './zone.js';

const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'];
const days = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('a day of a time zone', () => {
  it('begins at its midnight, in every zone', () => {
    fc.assert(
      fc.property(days, fc.constantFrom(...zones), (day, zone) => {
        const start = startOfDay(day, zone);
        expect(localTime(start, zone)).toEqual({ day, minutes: 0 });
        expect(localTime(start - 1, zone).day).toBe(addDays(day, -1));
      }),
    );
  });

  it.each([
    ['2026-03-29', 'Europe/Berlin', 23],
    ['2026-10-25', 'Europe/Berlin', 25],
    ['2026-03-30', 'Europe/Berlin', 24],
    ['2026-04-05', 'Australia/Lord_Howe', 24.5],
  ])('%s in %s has %d hours', (day, zone, hours) => {
    expect((startOfDay(addDays(day, 1), zone) - startOfDay(day, zone)) / 3_600_000).toBe(hours);
  });

  it('begins after midnight where the clocks skip midnight', () => {
    expect(localTime(startOfDay('2026-04-24', 'Africa/Cairo'), 'Africa/Cairo')).toEqual({
      day: '2026-04-24',
      minutes: 60,
    });
  });
});

describe('a week', () => {
  it('begins on the Monday on or before a day', () => {
    fc.assert(
      fc.property(days, (day) => {
        const monday = mondayOf(day);
        expect(new Date(`${monday}T00:00:00Z`).getUTCDay()).toBe(1);
        expect(addDays(monday, 7) > day && monday <= day).toBe(true);
      }),
    );
  });

  it('is asked for by a day of the calendar', () => {
    expect(['2026-02-28', '2024-02-29'].map(isDay)).toEqual([true, true]);
    expect(['2026-02-29', '2026-13-01', '0000-01-01', '2026-2-1', '', 'x'].filter(isDay)).toEqual([]);
  });
});

it('a zone that the browser does not know is UTC', () => {
  expect(['Europe/Berlin', 'Mars/Olympus', ''].map(knownZone)).toEqual(['Europe/Berlin', 'UTC', 'UTC']);
});
