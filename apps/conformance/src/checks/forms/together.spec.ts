import { describe, expect, it } from '@jest/globals';
import { together } from './together.js';

const initialOf = (word: string): string | null => (word === '' ? null : word.slice(0, 1));
const lengthsDiffer = (one: string, other: string): boolean => one.length !== other.length;

describe('together', () => {
  it('has every case once, with others of its group that it goes with, and those without a group alone', () => {
    const requests = together(['a', 'ab', 'ac', 'b', '', 'abc', ''], initialOf, lengthsDiffer);
    expect(requests).toEqual([['a', 'ab', 'abc'], ['ac'], ['b'], [''], ['']]);
  });

  it('never has more than ten in a request', () => {
    const words = Array.from({ length: 25 }, (_, index) => 'a'.repeat(index + 1));
    expect(together(words, initialOf, lengthsDiffer).map(({ length }) => length)).toEqual([10, 10, 5]);
  });
});
