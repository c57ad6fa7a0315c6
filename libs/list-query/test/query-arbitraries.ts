import fc from '@resource-catalogue/testing/fast-check';
import type { ListFilter, ListSort } from '../src/list-query.js';

/** The meaning of a query, independent of its notation. */
export interface Meaning {
  readonly filters: readonly ListFilter[];
  readonly sort: ListSort;
  readonly limit: number;
}

const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }).filter((value) => !value.includes('\0'));
const instant = fc
  .date({ min: new Date('0001-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());

const members = {
  id: fc.uuid(),
  sku: fc.oneof(text, fc.constantFrom('a,b', 'a&b', '%2C', '+', ' ', 'é', '🔧', 'Ａ', '[]', '=')),
  state: fc.constantFrom('available', 'broken', 'retired'),
};

function byCodePoint(one: string, other: string): number {
  const [ones, others] = [[...one], [...other]];
  for (const [at, character] of ones.entries()) {
    const difference = (character.codePointAt(0) ?? 0) - (others[at]?.codePointAt(0) ?? -1);
    if (difference !== 0) return difference;
  }
  return ones.length - others.length;
}

function sets(field: keyof typeof members): fc.Arbitrary<ListFilter[]> {
  const values = fc.uniqueArray(members[field], { minLength: 1, maxLength: 6 }).map((given) => given.sort(byCodePoint));
  return fc
    .record({ in: fc.option(values), not_in: fc.option(values) })
    .map((given) =>
      (['in', 'not_in'] as const).flatMap((operator) =>
        given[operator] ? [{ field, operator, values: given[operator] }] : [],
      ),
    );
}

function ranges(field: string, bound: fc.Arbitrary<string | number>): fc.Arbitrary<ListFilter[]> {
  return fc
    .record({ lt: fc.option(bound), lte: fc.option(bound), gt: fc.option(bound), gte: fc.option(bound) })
    .map((given) =>
      (['lt', 'lte', 'gt', 'gte'] as const).flatMap((operator) =>
        given[operator] === null ? [] : [{ field, operator, value: given[operator] }],
      ),
    );
}

const int32 = fc.integer({ min: -2_147_483_648, max: 2_147_483_647 });

const booleans: fc.Arbitrary<ListFilter[]> = fc
  .option(fc.boolean())
  .map((value) => (value === null ? [] : [{ field: 'soft_deleted', operator: 'eq', value }]));

/** Arbitrary meanings of a list of lathes, with filters in canonical order. */
export const meanings: fc.Arbitrary<Meaning> = fc.record({
  filters: fc
    .tuple(ranges('created_at', instant), sets('id'), ranges('position', int32), sets('sku'), booleans, sets('state'))
    .map((parts) => parts.flat()),
  sort: fc.record({ field: fc.constantFrom('created_at', 'name', 'position', 'id'), descending: fc.boolean() }),
  limit: fc.integer({ min: 1, max: 200 }),
});

/** Choices between notations, used in turn and repeated if there are too few. */
export const choices: fc.Arbitrary<readonly number[]> = fc.array(fc.nat(23), { minLength: 1, maxLength: 40 });
