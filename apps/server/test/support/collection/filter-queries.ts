import type { AnyCollectionContract, FilterField } from '@resource-catalogue/contracts';
import { type JsonObject, textOf, valuesAt } from '@resource-catalogue/testing/json';
import { type Keep, keeps } from './filter-oracle.js';
import { filterPath } from './filter-paths.js';

/** A filter as it is sent, and what it must keep. */
export interface FilterCase {
  readonly query: string;
  readonly keep: Keep;
}

/** No row has this id: the seed's ids are of version 7. */
export const unknownId = '00000000-0000-4000-8000-000000000000';

/** The forms of a set (FILT-2); a value with a comma has only the last. */
const forms = ['commas', 'repeated', 'brackets'] as const;

export function setQuery(name: string, values: readonly string[], form: number): string {
  const chosen = values.some((value) => value.includes(',')) ? 'brackets' : forms[form % forms.length];
  const encoded = values.map((value) => encodeURIComponent(value));
  if (chosen === 'commas') return `${name}=${encoded.join(',')}`;
  const parameter = chosen === 'brackets' ? `${name}[]` : name;
  return encoded.map((value) => `${parameter}=${value}`).join('&');
}

/** The values of a filter in the rows, the most frequent first. */
export function valuesOf(contract: AnyCollectionContract, field: string, rows: readonly JsonObject[]): string[] {
  const counts = new Map<string, number>();
  const path = filterPath(contract, field);
  for (const value of rows.flatMap((row) => valuesAt(row, path)).map(textOf)) {
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].sort(([a, often], [b, seldom]) => seldom - often || (a < b ? -1 : 1)).map(([value]) => value);
}

/** A condition of the filter that the row meets, for combining filters; null where the row has no value for it. */
export function conditionMetBy(
  contract: AnyCollectionContract,
  filter: FilterField,
  row: JsonObject,
): FilterCase | null {
  const [value] = valuesAt(row, filterPath(contract, filter.field));
  const { field, kind } = filter;
  if (kind === 'boolean') {
    const deleted = value !== undefined;
    return { query: `filters[${field}][eq]=${deleted}`, keep: keeps(contract, field, 'eq', deleted) };
  }
  if (value === undefined) return null;
  const text = textOf(value);
  if (kind === 'datetime')
    return { query: `filters[${field}][gte]=${text}`, keep: keeps(contract, field, 'gte', text) };
  return { query: setQuery(`filters[${field}][in]`, [text], 0), keep: keeps(contract, field, 'in', [text]) };
}
