import { expect, it } from '@jest/globals';
import { CommandError } from '@resource-catalogue/program';
import { seedOptions } from './seed-command.js';

const now = new Date('2026-03-01T10:15:30.123Z');
const defaults = { scale: '5000', seed: '1' };

it('seed without options creates the default catalogue at the current time', () => {
  expect(seedOptions(defaults, now)).toEqual({ bookings: 5000, seed: 1, at: now, rare: false });
});

it('seed --rare creates test data', () => {
  expect(seedOptions({ ...defaults, rare: true }, now)).toEqual({ bookings: 5000, seed: 1, at: now, rare: true });
});

it.each([
  ['2026-03-01', '2026-03-01T00:00:00.000Z'],
  ['2026-03-01T09:00Z', '2026-03-01T09:00:00.000Z'],
  ['2026-03-01T09:00:00.9999Z', '2026-03-01T09:00:00.999Z'],
  ['2024-02-29T23:30:00+05:30', '2024-02-29T18:00:00.000Z'],
])('seed parses --at %s as %s', (at, expected) => {
  expect(seedOptions({ ...defaults, at }, now).at.toISOString()).toBe(expected);
});

const badTimes = ['', 'now', '2026-02-31', '2026-13-01', '2026-03-01T25:00:00Z', '2026-03-01T09:00:00'];

it.each([
  ...[...badTimes, '1979-12-31', '2200-01-01', '12026-01-01'].map((value) => ['at', value] as const),
  ...['0', '10000001', '1.5', '1e3', '-5', '', ' 5', '0x10'].map((value) => ['scale', value] as const),
])('seed rejects --%s %j', (option, value) => {
  expect(() => seedOptions({ ...defaults, [option]: value }, now)).toThrow(
    new RegExp(`^Nothing was seeded: --${option} must be [^;]*\\.$`),
  );
});

it.each([
  ['20000', false],
  ['10000000', true],
])('seed accepts --scale %s, with rare texts: %s', (scale, rare) => {
  expect(seedOptions({ ...defaults, scale, rare }, now).bookings).toBe(Number(scale));
});

it('seed rejects more bookings than the demo workshop has room for', () => {
  expect(() => seedOptions({ ...defaults, scale: '20001' }, now)).toThrow(
    'Nothing was seeded: --scale above 20000 needs --rare: the demo workshop has no more room.',
  );
});

it('seed reports all errors at once, in one sentence', () => {
  const bad = () => seedOptions({ scale: 'x', seed: '9007199254740992', at: 'y' }, now);
  expect(bad).toThrow(CommandError);
  expect(bad).toThrow(/--scale .*; --seed .*; --at /);
});
