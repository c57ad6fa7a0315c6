import { isRecord } from '../objects.js';

/**
 * Parameters of a list. Without `sort` the collection's default order applies, usually newest first (SORT-2).
 *
 * @example
 * { filters: { state: { in: ['confirmed'] }, starts_at: { gte: new Date() } }, sort: '-starts_at', limit: 100 }
 */
export interface ListParams<Filters, Sort extends string = string> {
  /** Rows must meet all of these (FILT-1). Drafts, canceled and soft-deleted rows are listed unless filtered out (FILT-8). */
  readonly filters?: Filters;
  /** The field to sort by; a leading `-` reverses the order (SORT-1). */
  readonly sort?: Sort | `-${Sort}`;
  /**
   * Rows per page, at most 200; the service lowers greater numbers (PAGE-2). By default 50 for a single page, 200 during
   * iteration.
   */
  readonly limit?: number;
  /** The `nextCursor` of a page of the same list, to continue after it; null or absent for the first page (PAGE-3). */
  readonly cursor?: string | null | undefined;
}

/**
 * Writes the query string of a list, without `?`; empty without parameters (section 2 of interface.md). Invalid
 * parameters are rejected, since dropping a filter silently would list everything.
 *
 * @throws TypeError for an unknown key, a filter without operator or value, an empty set, or an invalid `Date`.
 * @example
 * await client.raw('HEAD', '/api/v1/bookings', { query: writeListQuery({ sort: '-starts_at', limit: 5 }) });
 */
export function writeListQuery({ filters = {}, sort, limit, cursor, ...others }: ListParams<unknown>): string {
  Object.keys(others).forEach((key) => reject(key));
  const pairs = listEntries(filters, 'filters').flatMap(([field, operators]) => {
    const name = `filters[${field}]`;
    const entries = listEntries(operators, name);
    return entries.length === 0
      ? reject(name)
      : entries.flatMap(([operator, value]) => filterPairs(`${name}[${operator}]`, value));
  });
  const paging = Object.entries({ sort, limit, cursor }).filter(([, value]) => (value ?? null) !== null);
  return [...pairs, ...paging].map((pair) => pair.map((part) => encodeURIComponent(part ?? '')).join('=')).join('&');
}

type Pair = readonly (string | number | null | undefined)[];

function listEntries(value: unknown, name: string): [string, unknown][] {
  return isRecord(value) ? Object.entries(value) : reject(name);
}

function filterPairs(name: string, value: unknown): Pair[] {
  if (!Array.isArray(value)) return [[name, toText(value, name)]];
  const texts = value.map((item) => toText(item, name));
  if (texts.length === 0) reject(name, 'is empty: pass at least one value, or omit it');
  // A comma separates values, so a set with a comma in a value is sent under `[]`, which takes values literally (FILT-2).
  return texts.some((text) => text.includes(','))
    ? texts.map((text) => [`${name}[]`, text])
    : [[name, texts.join(',')]];
}

function toText(value: unknown, name: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || Number.isSafeInteger(value)) return String(value);
  return value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : reject(name);
}

function reject(name: string, why = 'is not valid: correct or omit it'): never {
  throw new TypeError(`${name} ${why}.`);
}
