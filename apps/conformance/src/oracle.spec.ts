import { expect, it } from '@jest/globals';
import { sorted } from './oracle.js';

it('SORT-1: orders texts by code point, numbers as numbers, and ties by id in the same direction', () => {
  const texts = ['', 'Z', 'a', 'aa', 'ä', '\uff21', '🛠'].map((name) => ({ id: '', name }));
  expect(sorted([...texts].reverse(), 'name')).toEqual(texts);
  const rows = ['c 2', 'a 10', 'b 2'].map((text) => ({ id: text.slice(0, 1), position: Number(text.slice(2)) }));
  expect(sorted(rows, 'position').map(({ id }) => id)).toEqual(['b', 'c', 'a']);
  expect(sorted(rows, '-position').map(({ id }) => id)).toEqual(['a', 'c', 'b']);
});
