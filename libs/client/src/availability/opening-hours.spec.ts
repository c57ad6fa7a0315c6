import { describe, expect, it, jest } from '@jest/globals';
import fc from '@resource-catalogue/testing/fast-check';
import { addDays, changes, day, wallClock } from '../../test/support/clock-changes.js';
import { dayIn, openTimes } from './opening-hours.js';

it('a day lasts from its midnight to the next in every zone, regardless of its length', () => {
  const zones = [
    'UTC',
    'Europe/Berlin',
    'America/St_Johns',
    'Asia/Kathmandu',
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
  ] as const;
  const changing = ['2026-03-29', '2026-10-25'].map((date): [Date, 'Europe/Berlin'] => [
    new Date(date),
    'Europe/Berlin',
  ]);
  const dates = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
  const property = fc.property(dates, fc.constantFrom(...zones), (date, zone) => {
    const [shown, written] = [wallClock(zone), date.toISOString().slice(0, 10)];
    const { start, end } = dayIn(zone, written);
    expect([shown(+start - 1).slice(11), shown(+start)]).toEqual(['23:59', `${written} 00:00`]);
    expect([shown(+end - 1), shown(+end)]).toEqual([`${written} 23:59`, `${addDays(written, 1)} 00:00`]);
  });
  fc.assert(property, { examples: changing });
});

it('a day whose midnight is skipped begins after it', () => {
  expect(dayIn('America/Santiago', '2026-09-06').start.toISOString()).toBe('2026-09-06T04:00:00.000Z');
});

describe('opening hours and days where Intl ignores hourCycle', () => {
  const everyDay = [1, 2, 3, 4, 5, 6, 7].map((day_of_week) => ({
    day_of_week,
    opens_at: '00:15',
    closes_at: '12:30',
  }));
  const computed = (): unknown =>
    changes.map(([zone, date]) => {
      const { start, end } = dayIn(zone, date);
      const window = { start: new Date(+start - day), end: new Date(+end + day) };
      return [start, end, openTimes({ time_zone: zone, opening_hours: everyDay }, window)];
    });
  /** Replaces Intl's clock with one that has these hours; returns what is computed with it. */
  const computedWith = (hourCycle: 'h11' | 'h12' | 'h24', shown: (part: Intl.DateTimeFormatPart) => boolean) => {
    class Clock extends Intl.DateTimeFormat {
      override formatToParts(date: number): Intl.DateTimeFormatPart[] {
        return super.formatToParts(date).filter(shown);
      }
    }
    const intl = jest.spyOn(Intl, 'DateTimeFormat');
    intl.mockImplementation((locales, options) => new Clock(locales, { ...options, hourCycle }));
    try {
      return computed();
    } finally {
      intl.mockRestore();
    }
  };

  it.each(['h11', 'h12', 'h24'] as const)('are the same with hours of %s', (hourCycle) => {
    expect(computedWith(hourCycle, () => true)).toEqual(computed());
  });

  it('are rejected if Intl has other digits, or does not know the zone', () => {
    class Arabic extends Intl.DateTimeFormat {
      override formatToParts(date: number): Intl.DateTimeFormatPart[] {
        return super.formatToParts(date).map((part) => (part.type === 'hour' ? { ...part, value: '٠٧' } : part));
      }
    }
    const intl = jest.spyOn(Intl, 'DateTimeFormat');
    intl.mockImplementation((locales, options) => new Arabic(locales, options));
    expect(computed).toThrow(new RangeError('Intl does not show the whole time in Europe/Berlin.'));
    intl.mockImplementation(() => {
      throw new RangeError('Invalid time zone specified: Europe/Kyiv');
    });
    expect(() => dayIn('Europe/Kyiv', '2026-03-07')).toThrow('Intl does not know the time zone Europe/Kyiv.');
    intl.mockRestore();
  });

  it('are rejected if Intl does not show AM and PM', () => {
    const withoutPeriod = () => computedWith('h12', ({ type }) => type !== 'dayPeriod');
    expect(withoutPeriod).toThrow(
      new RangeError('Intl shows no difference between morning and afternoon in Europe/Berlin.'),
    );
  });
});

it.each([
  // The clocks of Berlin go from 02:00 to 03:00, and from 03:00 to 02:00; the space opens at midnight.
  ['Europe/Berlin', '2026-03-29 02:30', '2026-03-29T01:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25T02:30:00.5', '2026-10-25T00:30:00.500Z'],
  ['Europe/Berlin', '2026-10-25T02:30+01:00', '2026-10-25T01:30:00.000Z'],
  ['Europe/Berlin', '2026-03-07', '2026-03-06T23:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-10-04 02:15', '2026-10-03T15:30:00.000Z'],
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
  ['Pacific/Apia', '2011-12-30 10:00', '2011-12-30T10:00:00.000Z'],
])('converts to an instant: in %s, %s is %s', (time_zone, start, instant) => {
  const [open] = openTimes({ time_zone, opening_hours: [] }, { start, end: new Date('2030-01-01') });
  expect(open?.start.toISOString()).toBe(instant);
});
