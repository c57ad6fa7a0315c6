import type { AnyCollectionContract } from '@resource-catalogue/contracts';
import { type ListQuery, type ListQueryResult, parseListQuery } from '@resource-catalogue/list-query';
import { listSpec } from '../../src/parameters/parameters.js';

/** A parsed query string, or its errors. */
export const parsedQuery = (contract: AnyCollectionContract, text: string): ListQueryResult =>
  parseListQuery(text, listSpec(contract));

/** A query string that must be valid, parsed. */
export function parseQuery(contract: AnyCollectionContract, text: string): ListQuery {
  const result = parsedQuery(contract, text);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.query;
}

/** An id without a row: ids of the seed have version 7. */
export const unknownId = '00000000-0000-4000-8000-000000000000';

/** A set filter in the notation that accepts every value (FILT-2). */
export const setQuery = (field: string, operator: string, values: readonly string[]): string =>
  values.map((value) => `filters[${field}][${operator}][]=${encodeURIComponent(value)}`).join('&');
