import { expect, it, jest } from '@jest/globals';
import { memoize } from './memoize.js';

it('computes a result once for each of the first short texts', () => {
  const measure = jest.fn((text: string) => text.length);
  const length = memoize(measure, 2);
  const long = 'a'.repeat(101);
  for (const text of [long, 'a', 'bb', 'ccc', long, 'a', 'bb', 'ccc']) expect(length(text)).toBe(text.length);
  expect(measure.mock.calls.map(([text]) => text)).toEqual([long, 'a', 'bb', 'ccc', long, 'ccc']);
});
