import { describe, expect, it } from '@jest/globals';
import fc from '@resource-catalogue/testing/fast-check';
import { parseInstant } from './values.js';

function instantOf(text: string): string | null {
  const result = parseInstant(text);
  return result.ok ? result.value : null;
}

const first = new Date('0001-01-01T00:00:00.000Z');
const last = new Date('9999-12-31T23:59:59.999Z');
const instants = fc.date({ min: first, max: last, noInvalidDate: true });

// The wire vectors cover single valid and invalid texts.
describe('parseInstant', () => {
  it('FILT-5: preserves every instant of the years 0001 to 9999, written with any offset', () => {
    const offsets = fc.integer({ min: -(23 * 60 + 59), max: 23 * 60 + 59 });
    fc.assert(
      fc.property(instants, offsets, (date, minutes) => {
        expect(instantOf(date.toISOString())).toBe(date.toISOString());
        const local = new Date(date.getTime() + minutes * 60_000);
        fc.pre(local.getUTCFullYear() >= 0 && local.getUTCFullYear() <= 9999);
        const clock = new Date(0);
        clock.setUTCHours(0, Math.abs(minutes));
        const offset = `${minutes < 0 ? '-' : '+'}${clock.toISOString().slice(11, 16)}`;
        expect(instantOf(local.toISOString().replace('Z', offset))).toBe(date.toISOString());
      }),
    );
  });

  it('FILT-5: truncates any number of fraction digits to three', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{1,40}$/), (digits) => {
        const millisecond = digits.slice(0, 3).padEnd(3, '0');
        expect(instantOf(`2026-03-01T09:00:00.${digits}Z`)).toBe(`2026-03-01T09:00:00.${millisecond}Z`);
      }),
    );
    expect(instantOf(`2026-03-01T09:00:00.${'9'.repeat(10_000)}Z`)).toBe('2026-03-01T09:00:00.999Z');
  });

  it('FILT-5: accepts exactly the existing days of every month', () => {
    const days = (year: number, month: number) =>
      Array.from({ length: 100 }, (_, day) => day).filter(
        (day) => instantOf(`${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`) !== null,
      ).length;
    const common = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    expect(common.map((_, month) => days(2026, month + 1))).toEqual(common);
    expect([1900, 2000, 2023, 2024, 2100, 2400].map((year) => days(year, 2))).toEqual([28, 29, 28, 29, 28, 29]);
  });
});
