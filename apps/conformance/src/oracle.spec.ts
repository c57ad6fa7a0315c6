import { expect, it } from '@jest/globals';
import { rangeOperators, usersContract } from '@resource-catalogue/contracts';
import { makeMatcher, sortRows } from './oracle.js';

it('SORT-1: orders texts by code point, numbers as numbers, and ties by id in the same direction', () => {
  const texts = ['', 'Z', 'a', 'aa', 'ä', '\uff21', '🛠'].map((name) => ({ id: '', name }));
  expect(sortRows([...texts].reverse(), 'name')).toEqual(texts);
  const rows = ['c 2', 'a 10', 'b 2'].map((text) => ({ id: text.slice(0, 1), position: Number(text.slice(2)) }));
  expect(sortRows(rows, 'position').map(({ id }) => id)).toEqual(['b', 'c', 'a']);
  expect(sortRows(rows, '-position').map(({ id }) => id)).toEqual(['a', 'c', 'b']);
});

it('FILT-5: a date means its midnight in UTC with each of the four operators', () => {
  const times = ['2026-02-28T23:59:59.999Z', '2026-03-01T00:00:00.000Z', '2026-03-01T00:00:00.001Z'];
  const kept = rangeOperators.map((operator) => {
    const matches = makeMatcher(usersContract, { field: 'created_at', operator, values: ['2026-03-01'] });
    return times.map((created_at) => matches({ created_at }));
  });
  expect(Object.fromEntries(rangeOperators.map((operator, index) => [operator, kept[index]]))).toEqual({
    lt: [true, false, false],
    lte: [true, true, false],
    gt: [false, false, true],
    gte: [false, true, true],
  });
});
