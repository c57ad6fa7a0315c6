import { expect, it } from '@jest/globals';
import fc from '@resource-catalogue/testing/fast-check';
import { Random } from './random.js';
import { pairwise, maxCases } from './pairwise.js';

type Case = Readonly<Record<'field' | 'form' | 'sort' | 'page', number>>;

const upTo = (count: number): number[] => Array.from({ length: count }, (_, value) => value);
const factorsOf = (...[field = 0, form = 0, sort = 0, page = 0]: readonly number[]) => ({
  ...{ field: upTo(field), form: upTo(form), sort: upTo(sort), page: upTo(page) },
});

const casesOf = (sizes: readonly number[], words: string, possible?: (two: Partial<Case>) => boolean): Case[] =>
  pairwise<Case>({ random: new Random(words) }, factorsOf(...sizes), possible);

/** The pairs of values of different factors in the cases. */
const pairsIn = (cases: readonly Case[]): Set<string> =>
  new Set(
    cases.flatMap((one) => {
      const values = Object.entries(one).map(([name, value]) => `${name} ${value}`);
      return values.flatMap((left, place) => values.slice(place + 1).map((right) => `${left}, ${right}`));
    }),
  );

it('the cases cover all possible pairs, up to the maximum of cases, and depend only on the seed', () => {
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

it('a factor without values yields no cases', () => {
  expect(casesOf([0, 1, 1, 0], 'a')).toEqual([]);
});
