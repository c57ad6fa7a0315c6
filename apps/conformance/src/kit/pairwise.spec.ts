import { expect, it } from '@jest/globals';
import fc from '@resource-catalogue/testing/fast-check';
import { Random } from './random.js';
import { pairwise, batchCases, maxCases } from './pairwise.js';

type Case = Readonly<Record<'field' | 'form' | 'sort' | 'page', number>>;

const upTo = (count: number): number[] => Array.from({ length: count }, (_, value) => value);
const factorsOf = (...[field = 0, form = 0, sort = 0, page = 0]: readonly number[]) => ({
  ...{ field: upTo(field), form: upTo(form), sort: upTo(sort), page: upTo(page) },
});

type Choices = readonly [possible?: (two: Partial<Case>) => boolean, tells?: (one: Case) => boolean];

const casesOf = (sizes: readonly number[], words: string, ...choices: Choices): Case[] =>
  pairwise<Case>({ random: new Random(words) }, factorsOf(...sizes), ...choices);

/** The pairs of values of different factors in the cases. */
const pairsIn = (cases: readonly Case[]): Set<string> =>
  new Set(
    cases.flatMap((one) => {
      const values = Object.entries(one).map(([name, value]) => `${name} ${value}`);
      return values.flatMap((left, place) => values.slice(place + 1).map((right) => `${left}, ${right}`));
    }),
  );

it('a few cases cover all possible pairs, or as many as the maximum of cases can, and the same seed chooses the same cases', () => {
  const sizes = fc.tuple(fc.nat(5), fc.nat(8), fc.nat(9), fc.nat(3)).map((counts) => counts.map((size) => size + 1));
  fc.assert(
    fc.property(sizes, fc.string(), (counts, words) => {
      const [field = 1, form = 1, sort = 1, page = 1] = counts;
      // The last form can only be combined with the first page.
      const isPossible = (two: Partial<Case>) => form === 1 || two.form !== form - 1 || (two.page ?? 0) === 0;
      const cases = casesOf(counts, words, isPossible);
      const impossible = form === 1 ? 0 : page - 1;
      const all = field * (form + sort + page) + form * (sort + page) + sort * page - impossible;
      expect(pairsIn(cases).size).toBeLessThanOrEqual(all);
      if (cases.length < maxCases) expect(pairsIn(cases).size).toBe(all);
      expect(cases.every(isPossible)).toBe(true);
      const [largest = 1, second = 1] = [...counts].sort((a, b) => b - a);
      expect(cases.length).toBeLessThanOrEqual(Math.min(maxCases, 2 * largest * second));
      expect(casesOf(counts, words, isPossible)).toEqual(cases);
    }),
  );
});

it('a pair is covered by a conclusive case', () => {
  const isEven = ({ field, form }: Case): boolean => (field + form) % 2 === 0;
  const cases = casesOf([3, 4, 3, 2], 'a', () => true, isEven);
  expect(cases.every(isEven)).toBe(true);
  // Half of the pairs of field and form have no conclusive case; all others have one.
  expect(pairsIn(cases).size).toBe(47);
});

it('there are no cases if none is conclusive or a factor has no value', () => {
  let tried = 0;
  const cases = casesOf(
    [30, 30, 30, 30],
    'a',
    () => true,
    () => (tried += 1) < 0,
  );
  expect([cases.length, tried]).toEqual([0, 1000]);
  expect(casesOf([0, 1, 1, 0], 'a')).toEqual([]);
});

it('a request has at most ten cases, of one group and compatible', () => {
  const initialOf = (word: string): string | null => word[0] ?? null;
  const lengthsDiffer = (one: string, other: string): boolean => one.length !== other.length;
  const requests = batchCases(['a', 'ab', 'ac', 'b', '', 'abc', ''], initialOf, lengthsDiffer);
  expect(requests).toEqual([['a', 'ab', 'abc'], ['ac'], ['b'], [''], ['']]);
  const words = upTo(25).map((index) => 'a'.repeat(index + 1));
  expect(batchCases(words, initialOf, lengthsDiffer).map(({ length }) => length)).toEqual([10, 10, 5]);
});
