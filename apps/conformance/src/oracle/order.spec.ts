import { describe, expect, it } from '@jest/globals';
import { byCodePoint, sorted } from './order.js';

describe('the order of texts', () => {
  it('is that of their code points, also beyond the first plane', () => {
    const texts = ['🛠', '\uff21', 'a', 'Z', 'ä', '', 'aa'];
    expect(texts.sort(byCodePoint)).toEqual(['', 'Z', 'a', 'aa', 'ä', '\uff21', '🛠']);
  });
});

describe('the order of rows', () => {
  const rows = [
    { id: 'c', position: 2 },
    { id: 'a', position: 10 },
    { id: 'b', position: 2 },
  ];

  it('compares numbers as numbers, and ties by id in the same direction', () => {
    expect(sorted(rows, 'position').map(({ id }) => id)).toEqual(['b', 'c', 'a']);
    expect(sorted(rows, '-position').map(({ id }) => id)).toEqual(['a', 'c', 'b']);
  });
});
