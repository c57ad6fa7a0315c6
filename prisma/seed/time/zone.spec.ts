import { describe, expect, it } from '@jest/globals';
import { addMonths, day, dayText, hour, instantText, weekdayOf } from './units.js';
import { Zone } from './zone.js';

const from = Date.parse('2025-06-01T00:00:00Z');
const to = Date.parse('2027-01-01T00:00:00Z');
const zone = (name: string) => new Zone(name, from, to);

describe('Zone', () => {
  it.each([
    ['Europe/Berlin', '2026-03-29T00:59:59.999Z', 1],
    ['Europe/Berlin', '2026-03-29T01:00:00.000Z', 2],
    ['Europe/Berlin', '2026-10-25T00:59:59.999Z', 2],
    ['Europe/Berlin', '2026-10-25T01:00:00.000Z', 1],
    ['Asia/Kolkata', '2026-07-01T00:00:00.000Z', 5.5],
    ['Pacific/Auckland', '2026-01-01T00:00:00.000Z', 13],
    ['America/New_York', '2026-01-01T00:00:00.000Z', -5],
  ])('%s is at %s %d hours ahead of UTC', (name, time, hours) => {
    expect(zone(name).offsetAt(Date.parse(time))).toBe(hours * hour);
  });

  it.each(['Europe/Berlin', 'Asia/Kolkata', 'Pacific/Auckland', 'America/New_York'])(
    '%s finds each local noon of the years again',
    (name) => {
      const local = zone(name);
      for (let dayNumber = from / day; dayNumber < to / day; dayNumber++) {
        const noon = local.instantOf(dayNumber, 720);
        expect([local.dayOf(noon), (noon + local.offsetAt(noon)) % day]).toEqual([dayNumber, 12 * hour]);
      }
    },
  );

  it('tells the local day', () => {
    expect(dayText(zone('Europe/Berlin').dayOf(Date.parse('2026-07-01T22:00:00Z')))).toBe('2026-07-02');
    expect(dayText(zone('America/New_York').dayOf(Date.parse('2026-07-01T03:59:59Z')))).toBe('2026-06-30');
  });

  it('refuses a zone that there is not', () => {
    expect(() => zone('Europe/Atlantis')).toThrow(RangeError);
  });
});

describe('instants, days and months', () => {
  it.each([0, 1, -1, 999, 1_700_000_000_123, -86_400_000, 4_102_444_799_999])(
    'SHAPE-1: shows the instant %d as Date does',
    (instant) => {
      expect(instantText(instant)).toBe(new Date(instant).toISOString());
    },
  );

  it('knows the day of the week', () => {
    expect([weekdayOf(0), weekdayOf(-4), weekdayOf(Date.parse('2026-03-01') / day)]).toEqual([4, 7, 7]);
  });

  it.each([
    ['2026-01-31T10:00:00.005Z', 1, '2026-02-28T10:00:00.005Z'],
    ['2026-03-31T00:00:00.000Z', -1, '2026-02-28T00:00:00.000Z'],
    ['2024-02-29T23:59:59.999Z', 12, '2025-02-28T23:59:59.999Z'],
    ['2026-12-15T00:00:00.000Z', 2, '2027-02-15T00:00:00.000Z'],
  ])('%s and %d months are %s', (time, months, expected) => {
    expect(instantText(addMonths(Date.parse(time), months))).toBe(expected);
  });
});
