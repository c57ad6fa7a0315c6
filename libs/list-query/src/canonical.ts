import type { Operator } from '@resource-catalogue/contracts';
import { createHash } from 'node:crypto';
import type { ListFilter, ListSort } from './list-query.js';

const operatorOrder: readonly Operator[] = ['in', 'not_in', 'lt', 'lte', 'gt', 'gte', 'eq'];

/** Compares by code point, which is the order of the UTF-8 bytes; `<` compares UTF-16 units and differs above U+FFFF. */
export function byCodePoint(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/** Orders filters by field, then by operator. */
export function inCanonicalOrder(filters: readonly ListFilter[]): ListFilter[] {
  return [...filters].sort(
    (one, other) =>
      byCodePoint(one.field, other.field) ||
      operatorOrder.indexOf(one.operator) - operatorOrder.indexOf(other.operator),
  );
}

/** What a cursor belongs to (PAGE-3): 16 hex digits of a hash over collection, sort and filters in canonical order. */
export function fingerprintOf(collection: string, sort: ListSort, filters: readonly ListFilter[]): string {
  const conditions = filters.map((filter) => [
    filter.field,
    filter.operator,
    'values' in filter ? filter.values : filter.value,
  ]);
  const meaning = JSON.stringify([collection, sort.field, sort.descending, conditions]);
  return createHash('sha256').update(meaning).digest('hex').slice(0, 16);
}
