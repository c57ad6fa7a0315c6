import type { ListQuery } from '@resource-catalogue/list-query';
import type { Values } from './conditions.js';

/** The bounds of a zone: SQL expressions. */
export interface Zone {
  readonly begins: string;
  /** The first instant after it. */
  readonly ends: string;
}

/**
 * PAGE-4: a row-value comparison, so the index of (key, id) leads straight to the page at any depth. PostgreSQL begins
 * the scan of each zone there, so those beyond the cursor have a comparison with their own bound.
 */
export function keysetCondition(query: ListQuery, values: Values, zone?: Zone): string[] {
  if (!query.after) return [];
  const { field, descending } = query.sort;
  const beyond = descending ? '<' : '>';
  if (field === 'id') return [`t.id ${beyond} ${values.add(query.after.id)}`];
  const key = values.add(query.after.key);
  const begin = zone ? furtherOf(key, zone, descending) : key;
  return [`(t.${field}, t.id) ${beyond} (${begin}, ${values.add(query.after.id)})`];
}

/** A row at the beginning of a zone is beyond any id one microsecond before, PostgreSQL's smallest step. */
const furtherOf = (key: string, { begins, ends }: Zone, descending: boolean): string =>
  descending ? `least(${key}, ${ends})` : `greatest(${key}, ${begins} - interval '1 microsecond')`;

export function order({ sort }: Pick<ListQuery, 'sort'>): string {
  // SORT-1: ties are broken by id in the same direction.
  const direction = sort.descending ? 'DESC' : 'ASC';
  return `t.${sort.field} ${direction}, t.id ${direction}`;
}
