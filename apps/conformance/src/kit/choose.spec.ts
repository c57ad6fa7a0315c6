import { expect, it } from '@jest/globals';
import { Random } from './random.js';
import { rowsOfEveryForm } from './choose.js';

const row = (index: number) => ({
  id: `id-${index}`,
  state: index === 70 ? 'broken' : 'available',
  note: index === 40 ? 'Ersatzteile für später' : index % 2 === 0 ? null : `Note ${index}`,
  slots: index === 9 ? [] : [{ begins: index }],
});
const rows = Array.from({ length: 100 }, (_, index) => row(index));

it('a few rows cover every form of every value', () => {
  const chosen = rowsOfEveryForm(rows, new Random('a'), 8);
  expect(chosen.length).toBeLessThan(8);
  expect(chosen.map(({ id }) => id)).toEqual(expect.arrayContaining(['id-70', 'id-40', 'id-9']));
  expect(new Set(chosen.map(({ note }) => note === null)).size).toBe(2);
});

it('chosen rows are distinct, and not more than requested', () => {
  expect(rowsOfEveryForm(rows, new Random('a'), 2)).toHaveLength(2);
  expect(rowsOfEveryForm([], new Random('a'), 2)).toEqual([]);
  expect(rowsOfEveryForm(rows.slice(0, 1), new Random('a'), 5)).toEqual(rows.slice(0, 1));
});
