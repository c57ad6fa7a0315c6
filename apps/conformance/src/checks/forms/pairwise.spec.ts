import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Random } from '../context/random.js';
import { pairsIn, pairwise } from './pairwise.js';

interface Case {
  readonly field: number;
  readonly form: number;
  readonly sort: number;
  readonly page: number;
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, value) => value);

/** Every two values of different factors, as the cases have them. */
const namedPairs = (cases: readonly object[]): Set<string> =>
  new Set(
    cases.flatMap((one) => {
      const values = Object.entries(one).map(([name, value]) => `${name} ${value}`);
      return values.flatMap((left, place) => values.slice(place + 1).map((right) => `${left}, ${right}`));
    }),
  );

describe('pairwise', () => {
  it('has every possible pair and no impossible one, in far fewer cases than there are combinations', () => {
    const sizes = fc.record({ field: fc.nat(5), form: fc.nat(8), sort: fc.nat(9), page: fc.nat(3) });
    fc.assert(
      fc.property(sizes, fc.string(), ({ field, form, sort, page }, words) => {
        const factors = { field: upTo(field + 1), form: upTo(form + 2), sort: upTo(sort + 1), page: upTo(page + 1) };
        // The last form goes with the first page alone.
        const possible = (two: Partial<Case>) => two.form !== form + 1 || two.page === undefined || two.page === 0;
        const cases = pairwise<Case>(factors, new Random(words), possible);
        const all = Object.entries(factors).flatMap(([name, values], place, entries) =>
          entries
            .slice(place + 1)
            .flatMap(([other, others]) =>
              values.flatMap((value) => others.map((one) => ({ [name]: value, [other]: one }))),
            ),
        );
        expect(namedPairs(cases)).toEqual(namedPairs(all.filter(possible)));
        expect(pairsIn(cases)).toBe(namedPairs(cases).size);
        const [largest = 1, second = 1] = Object.values(factors)
          .map(({ length }) => length)
          .sort((a, b) => b - a);
        expect(cases.length).toBeLessThanOrEqual(2 * largest * second);
      }),
    );
  });

  it('makes the same cases of the same words', () => {
    const factors = { field: upTo(3), form: upTo(4), sort: upTo(2), page: upTo(2) };
    expect(pairwise<Case>(factors, new Random('a'))).toEqual(pairwise<Case>(factors, new Random('a')));
  });

  it('covers nothing by a case that tells nothing, and looks for its pairs in others', () => {
    const factors = { field: upTo(3), form: upTo(4), sort: upTo(3), page: upTo(2) };
    const cases = pairwise<Case>(factors, new Random('a'), () => true, [({ field, form }) => (field + form) % 2 === 0]);
    expect(cases.filter(({ field, form }) => (field + form) % 2 !== 0)).toEqual([]);
    // Half of the pairs of field and form are told by none; all others are.
    expect(pairsIn(cases)).toBe(6 + 3 * 3 + 3 * 2 + 4 * 3 + 4 * 2 + 3 * 2);
  });

  it('looks for what a strict question cannot tell by the next one, and asks no more of the others', () => {
    const factors = { field: upTo(3), form: upTo(4), sort: upTo(3), page: upTo(2) };
    const strict: Case[] = [];
    const cases = pairwise<Case>(factors, new Random('a'), () => true, [
      (one) => one.field > 0 && strict.push(one) > 0,
      () => true,
    ]);
    expect(cases.slice(0, strict.length)).toEqual(strict);
    expect(cases.slice(strict.length).map(({ field }) => field)).toEqual([0, 0, 0, 0]);
    expect(pairsIn(cases)).toBe(pairsIn(pairwise<Case>(factors, new Random('a'))));
  });

  it('gives up where nothing tells anything', () => {
    const factors = { field: upTo(30), form: upTo(30), sort: upTo(30), page: upTo(30) };
    let tried = 0;
    const cases = pairwise<Case>(factors, new Random('a'), () => true, [
      () => {
        tried += 1;
        return false;
      },
    ]);
    expect([cases.length, tried]).toEqual([0, 1000]);
  });

  it('has no case where a factor has no value', () => {
    expect(pairwise<Case>({ field: [], form: [1], sort: [1], page: [] }, new Random('a'))).toEqual([]);
  });
});
