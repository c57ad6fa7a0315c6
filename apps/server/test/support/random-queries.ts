import { type AnyCollectionContract, type FilterField, filterTable } from '@resource-catalogue/contracts';
import { filterPath } from '@resource-catalogue/conformance/testing/oracle';
import { asText, type JsonObject, valuesAt } from '@resource-catalogue/testing/json';
import fc from '@resource-catalogue/testing/fast-check';
import { setQuery, unknownId } from './list-query.js';

const toText = (value: unknown): string => (typeof value === 'number' ? String(value) : asText(value));

/** The values of a filter in the displayed rows. */
export const valuesOf = (contract: AnyCollectionContract, field: string, rows: readonly JsonObject[]): string[] => [
  ...new Set(rows.flatMap((row) => valuesAt(row, filterPath(contract, field))).map(toText)),
];

/** A filter with values that rows have and some that no row has. */
function condition(
  contract: AnyCollectionContract,
  { field, kind, operators }: FilterField,
  rows: readonly JsonObject[],
): fc.Arbitrary<string> {
  const operator = fc.constantFrom(...operators);
  const known = valuesOf(contract, field, rows);
  const single = (...values: readonly string[]): fc.Arbitrary<string> =>
    fc.tuple(operator, fc.constantFrom(...values)).map(([chosen, value]) => `filters[${field}][${chosen}]=${value}`);
  const set = (values: readonly string[]): fc.Arbitrary<string> => {
    const some = fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 4 });
    return fc
      .tuple(operator, fc.oneof(some, fc.constant(values.slice(0, 100))))
      .map(([chosen, asked]) => setQuery(field, chosen, asked));
  };
  switch (kind) {
    case 'boolean':
      return single('true', 'false');
    case 'datetime':
      return single(...known, '2001-02-03T04:05:06.789Z');
    case 'integer':
      return single(...known, '-1');
    case 'uuid':
      return set([...known, unknownId]);
    case 'text':
    case 'enum':
      return set(known.length === 0 ? [unknownId] : known);
  }
}

/** Queries with up to three filters, in any order. */
export function randomQueries(contract: AnyCollectionContract, rows: readonly JsonObject[]): fc.Arbitrary<string> {
  const conditions = fc
    .uniqueArray(fc.constantFrom(...filterTable(contract.filters).values()), { minLength: 1, maxLength: 3 })
    .chain((chosen) => fc.tuple(...chosen.map((filter) => condition(contract, filter, rows))));
  const sort = fc.constantFrom(...contract.sorts.flatMap((key) => [key, `-${key}`]));
  return fc
    .tuple(conditions, sort, fc.integer({ min: 1, max: 20 }))
    .map(([chosen, order, limit]) => [...chosen, `sort=${order}`, `limit=${limit}`].join('&'));
}
