import { describe, expect, it } from '@jest/globals';
import { CommandError } from '@resource-catalogue/program';
import { seedOptions, seedReporter } from './seed-command.js';

const now = new Date('2026-03-01T10:15:30.123Z');
const defaults = { scale: '5000', seed: '1' };

describe('seedOptions', () => {
  it('is the default catalogue of now without options', () => {
    expect(seedOptions(defaults, now)).toEqual({ bookings: 5000, seed: 1, at: now });
  });

  it.each([
    ['2026-03-01', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T09:00Z', '2026-03-01T09:00:00.000Z'],
    ['2026-03-01T09:00:00.9999Z', '2026-03-01T09:00:00.999Z'],
    ['2024-02-29T23:30:00+05:30', '2024-02-29T18:00:00.000Z'],
  ])('reads --at %s as %s', (at, expected) => {
    expect(seedOptions({ ...defaults, at }, now).at.toISOString()).toBe(expected);
  });

  it.each([
    '',
    'now',
    '2026-02-31',
    '2026-13-01',
    '2026-03-01T25:00:00Z',
    '2026-03-01T09:00:00',
    '1979-12-31',
    '2200-01-01',
    '12026-01-01',
  ])('refuses --at %j', (at) => {
    expect(() => seedOptions({ ...defaults, at }, now)).toThrow(/^Nothing was seeded: --at must be [^;]*\.$/);
  });

  it.each(['0', '10000001', '1.5', '1e3', '-5', '', ' 5', '0x10'])('refuses --scale %j', (scale) => {
    expect(() => seedOptions({ ...defaults, scale }, now)).toThrow(/^Nothing was seeded: --scale must be [^;]*\.$/);
  });

  it.each(['1', '10000000'])('takes --scale %s', (scale) => {
    expect(seedOptions({ ...defaults, scale }, now).bookings).toBe(Number(scale));
  });

  it('names every error at once, in one sentence', () => {
    const bad = () => seedOptions({ scale: 'x', seed: '9007199254740992', at: 'y' }, now);
    expect(bad).toThrow(CommandError);
    expect(bad).toThrow(/--scale .*; --seed .*; --at /);
  });
});

function reported(isTTY: boolean) {
  const written: string[] = [];
  let clock = 0;
  const reporter = seedReporter({ isTTY, write: (text) => written.push(text) }, () => clock);
  return { written, reporter, wait: (milliseconds: number) => (clock += milliseconds) };
}

describe('seedReporter', () => {
  it('moves a bar on a terminal, at most ten times a second, and takes it away in the end', () => {
    const { written, reporter, wait } = reported(true);
    reporter.report({ table: 'bookings', rows: 0, of: 4 });
    reporter.report({ table: 'bookings', rows: 1, of: 4 });
    wait(100);
    reporter.report({ table: 'bookings', rows: 2, of: 4 });
    wait(100);
    reporter.report({ table: 'booking_seats', rows: 7, of: null });
    reporter.end();
    expect(written).toEqual([
      `\r\x1b[K[${'-'.repeat(30)}] bookings: 0 of 4 rows`,
      `\r\x1b[K[${'#'.repeat(15)}${'-'.repeat(15)}] bookings: 2 of 4 rows`,
      '\r\x1b[Kbooking_seats: 7 rows',
      '\r\x1b[K',
    ]);
  });

  it('writes a line now and then elsewhere, and none for a short seed', () => {
    const { written, reporter, wait } = reported(false);
    reporter.report({ table: 'bookings', rows: 1000, of: 9000 });
    expect(written).toEqual([]);
    wait(5000);
    reporter.report({ table: 'bookings', rows: 2000, of: 9000 });
    reporter.report({ table: 'bookings', rows: 3000, of: 9000 });
    reporter.end();
    expect(written).toEqual(['bookings: 2000 of 9000 rows\n']);
  });
});
