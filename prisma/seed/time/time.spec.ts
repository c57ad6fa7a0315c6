import { describe, expect, it } from '@jest/globals';
import { addMonths, formatInstant } from './clock.js';

describe('instants and months', () => {
  it.each([0, 1, -1, 999, 1_700_000_000_123, -86_400_000, 4_102_444_799_999])(
    'SHAPE-1: the instant %d is formatted as by Date',
    (instant) => {
      expect(formatInstant(instant)).toBe(new Date(instant).toISOString());
    },
  );

  it.each([
    ['2026-01-31T10:00:00.005Z', 1, '2026-02-28T10:00:00.005Z'],
    ['2026-03-31T00:00:00.000Z', -1, '2026-02-28T00:00:00.000Z'],
    ['2024-02-29T23:59:59.999Z', 12, '2025-02-28T23:59:59.999Z'],
    ['2026-12-15T00:00:00.000Z', 2, '2027-02-15T00:00:00.000Z'],
  ])('%s plus %d months is %s', (time, months, expected) => {
    expect(formatInstant(addMonths(Date.parse(time), months))).toBe(expected);
  });
});
