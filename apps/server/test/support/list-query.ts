import type { AnyCollectionContract } from '@resource-catalogue/contracts';
import { type ListQuery, parseListQuery } from '@resource-catalogue/list-query';
import { listSpec } from '../../src/parameters/parameters.js';

/** A query string as the service reads it. */
export function parseQuery(contract: AnyCollectionContract, text: string): ListQuery {
  const result = parseListQuery(text, listSpec(contract));
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.query;
}

/** No row has this id: the seed's ids are of version 7. */
export const unknownId = '00000000-0000-4000-8000-000000000000';

/** A filter by a set of values, in the notation that takes every value (FILT-2). */
export const setQuery = (field: string, operator: string, values: readonly string[]): string =>
  values.map((value) => `filters[${field}][${operator}][]=${encodeURIComponent(value)}`).join('&');
