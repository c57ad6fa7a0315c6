import { type AnyCollectionContract, type FilterField, parseUuid } from '@resource-catalogue/contracts';
import type { Pair } from './pairs.js';
import type { Sort } from './list-query.js';

// Parsers of single values; null means invalid.

/** Plain decimal digits, not zero (PAGE-2). */
export function limitOf(text: string): number | null {
  if (!/^[0-9]+$/.test(text) || text.endsWith('\n')) return null;
  const limit = Number(text);
  return limit === 0 ? null : limit;
}

/** A field with an optional `-`; `unknown` if the list cannot be sorted by it (SORT-1). */
export function sortOf(text: string, contract: AnyCollectionContract): Sort | 'unknown' | null {
  const descending = text.startsWith('-');
  const name = descending ? text.slice(1) : text;
  if (name === '') return null;
  const field = contract.sorts.find((known) => known === name);
  return field === undefined ? 'unknown' : { field, descending };
}

/** `true` or `false` (FILT-6). */
export function flagOf(text: string): boolean | null {
  return text === 'true' ? true : text === 'false' ? false : null;
}

/** A 32-bit integer in digits, without leading zeros (FILT-12). */
export function integerOf(text: string): number | null {
  const value = Number(text);
  return String(value) === text && (value | 0) === value ? value : null;
}

/** The values of one pair of a set: separated by commas, or literal under `[]` (FILT-2). */
export const itemsOf = (pair: Pair, literal: boolean): readonly string[] =>
  literal ? [pair.value] : pair.value.split(',');

/** One value of a set in comparable form (FILT-6, FILT-9). */
export function setValueOf(filter: FilterField, text: string): string | null {
  if (text === '') return null;
  switch (filter.kind) {
    case 'uuid':
      return parseUuid(text);
    case 'enum':
      return filter.values?.includes(text) === true ? text : null;
    case 'text':
      return text;
    case 'datetime':
    case 'integer':
    case 'boolean':
      throw new Error(`The filter ${filter.field} has no sets.`);
  }
}
