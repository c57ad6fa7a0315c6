import { expect, it } from '@jest/globals';
import { bookingsContract } from '@resource-catalogue/contracts';
import { Random } from '../context/random.js';
import { subjectOf } from '../context/subject.js';
import { rowsAround, rowsWithValues } from './placed-filter.js';

const rows = Array.from({ length: 28 }, (_, index) => ({
  id: `booking ${index}`,
  state: index === 20 ? 'no_show' : 'confirmed',
  canceled_at: index < 24 ? `2026-03-${String(index + 1).padStart(2, '0')}T09:00:00.000Z` : null,
}));
const bookings = subjectOf({ contract: bookingsContract, rows, complete: true, trouble: null, first: null });

it('the rows for a set have each of its values, however rare it is, and others', () => {
  const found = rowsWithValues(bookings, 'state', ['no_show'], new Random('a'));
  expect(new Set(found.map(({ state }) => state))).toEqual(new Set(['no_show', 'confirmed']));
});

it.each(['a', 'b', 'c'])(
  'the rows for a range have times on both sides of the one that is asked for, and none: %s',
  (words) => {
    const { time, rows: found } = rowsAround(bookings, 'canceled_at', new Random(words));
    const times = found.map((row) => row['canceled_at']);
    expect(times).toEqual(expect.arrayContaining([new Date(time).toISOString(), null]));
    expect(times.length).toBeLessThanOrEqual(30);
    expect(times.filter((one) => typeof one === 'string' && Date.parse(one) !== time).length).toBeGreaterThan(3);
  },
);
