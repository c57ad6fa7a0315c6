import { type AnyCollectionContract, type FilterField, filterTable } from '@resource-catalogue/contracts';
import { filterPath } from '@resource-catalogue/conformance/testing/oracle';
import { asText, type JsonObject, valuesAt } from '@resource-catalogue/testing/json';
import fc from '@resource-catalogue/testing/fast-check';
import { setQuery, unknownId } from './list-query.js';

/** The values of a filter in the displayed rows. */
export const valuesOf = (contract: AnyCollectionContract, field: string, rows: readonly JsonObject[]): string[] => [
  ...new Set(rows.flatMap((row) => valuesAt(row, filterPath(contract, field))).map(asText)),
];

/** A filter with values that rows have and some that no row has. */
function condition(
  contract: AnyCollectionContract,
  { field, kind, operators }: FilterField,
  rows: readonly JsonObject[],
): fc.Arbitrary<string> {
  const operator = fc.constantFrom(...operators);
  if (kind === 'boolean') return fc.boolean().map((flag) => `filters[${field}][eq]=${flag}`);
  const known = valuesOf(contract, field, rows);
  if (kind === 'datetime') {
    const time = fc.constantFrom(...known, '2001-02-03T04:05:06.789Z');
    return fc.tuple(operator, time).map(([chosen, value]) => `filters[${field}][${chosen}]=${value}`);
  }
  if (kind === 'uuid' || known.length === 0) known.push(unknownId);
  const set = fc.oneof(
    fc.uniqueArray(fc.constantFrom(...known), { minLength: 1, maxLength: 4 }),
    fc.constant(known.slice(0, 100)),
  );
  return fc.tuple(operator, set).map(([chosen, values]) => setQuery(field, chosen, values));
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
