import { describe, expect, it } from '@jest/globals';
import { collections } from '@resource-catalogue/contracts';
import { Random } from '../context/random.js';
import { subjectOf } from '../context/subject.js';
import { rowsAround, rowsWithValues } from './placed-filter.js';

const instant = (day: number): string => `2026-03-${String(day).padStart(2, '0')}T09:00:00.000Z`;

function bookings() {
  const contract = collections.find(({ name }) => name === 'bookings');
  if (contract === undefined) throw new Error('There are no bookings.');
  const rows = Array.from({ length: 28 }, (_, index) => ({
    id: `booking ${index}`,
    state: index === 20 ? 'no_show' : 'confirmed',
    canceled_at: index < 24 ? instant(index + 1) : null,
  }));
  return subjectOf({ contract, rows, complete: true, trouble: null, first: null });
}

describe('the rows that tell', () => {
  it('have one of each value of a set, however rare it is, and others', () => {
    const rows = rowsWithValues(bookings(), 'state', ['no_show'], new Random('a'));
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['no_show', 'confirmed']));
  });

  it('have times on both sides of the one that is asked for, and none', () => {
    for (const words of ['a', 'b', 'c']) {
      const { time, rows } = rowsAround(bookings(), 'canceled_at', new Random(words));
      const times = rows.map((row) => row['canceled_at']);
      expect(times).toEqual(expect.arrayContaining([new Date(time).toISOString(), null]));
      expect(times.length).toBeLessThanOrEqual(30);
      expect(times.filter((one) => typeof one === 'string' && Date.parse(one) !== time).length).toBeGreaterThan(3);
    }
  });
});
