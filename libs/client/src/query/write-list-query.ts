import { isRecord } from '../values/record.js';
import type { ListParams } from './list-params.js';

/**
 * Writes the query string of a list, without `?`; empty if nothing is asked (section 2 of the interface). What no list
 * could mean is refused here, since a filter that was dropped in silence would list everything.
 *
 * @throws TypeError for a filter without a value, an empty set, or an invalid `Date`.
 */
export function writeListQuery({ filters = {}, sort, limit, cursor }: ListParams<unknown>): string {
  if (!isRecord(filters)) throw valueless('filters');
  const pairs = Object.entries(filters).flatMap(([field, operators]) => {
    if (!isRecord(operators)) throw valueless(`filters.${field}`);
    return Object.entries(operators).map(([operator, value]) => writeFilter(field, operator, value));
  });
  if (sort !== undefined) pairs.push(pair('sort', sort));
  if (limit !== undefined) pairs.push(pair('limit', String(limit)));
  if (cursor !== undefined && cursor !== null) pairs.push(pair('cursor', cursor));
  return pairs.join('&');
}

function writeFilter(field: string, operator: string, value: unknown): string {
  const name = `filters[${field}][${operator}]`;
  if (!Array.isArray(value)) return pair(name, textOf(value, name));
  if (value.length === 0) throw new TypeError(`${name} is an empty set, which the service refuses: leave it out.`);
  const texts = value.map((item) => textOf(item, name));
  // A comma parts values, so a value that has one is sent under `[]`, which takes it literally (FILT-2).
  return texts.some((text) => text.includes(','))
    ? texts.map((text) => pair(`${name}[]`, text)).join('&')
    : pair(name, texts.join(','));
}

function textOf(value: unknown, name: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (!(value instanceof Date)) throw valueless(name);
  if (Number.isNaN(value.getTime())) throw new TypeError(`${name} is an invalid Date.`);
  return value.toISOString();
}

function valueless(name: string): TypeError {
  return new TypeError(`${name} has no value that a filter can take: leave it out, or give it one.`);
}

function pair(name: string, value: string): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
}
