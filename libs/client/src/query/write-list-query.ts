import { isRecord } from '../values/record.js';
import type { ListParams } from './list-params.js';

/**
 * Writes the query string of a list, without `?`; empty if nothing is asked (section 2 of the interface). What no list
 * could mean is refused here, since a filter that was dropped in silence would list everything.
 *
 * @throws TypeError for an unknown key, a filter without operator or value, an empty set, or an invalid `Date`.
 * @example
 * await client.raw('HEAD', '/api/v1/bookings', { query: writeListQuery({ sort: '-starts_at', limit: 5 }) });
 */
export function writeListQuery({ filters = {}, sort, limit, cursor, ...others }: ListParams<unknown>): string {
  Object.keys(others).forEach(refuse);
  const pairs = entriesOf(filters, 'filters').flatMap(([field, operators]) => {
    const name = `filters[${field}]`;
    const entries = entriesOf(operators, name);
    return entries.length === 0
      ? refuse(name)
      : entries.flatMap(([operator, value]) => filterPairs(`${name}[${operator}]`, value));
  });
  const asked = Object.entries({ sort, limit, cursor }).filter(([, value]) => (value ?? null) !== null);
  return [...pairs, ...asked].map((pair) => pair.map((part) => encodeURIComponent(part ?? '')).join('=')).join('&');
}

type Pair = readonly (string | number | null | undefined)[];

function entriesOf(value: unknown, name: string): [string, unknown][] {
  return isRecord(value) ? Object.entries(value) : refuse(name);
}

function filterPairs(name: string, value: unknown): Pair[] {
  if (!Array.isArray(value)) return [[name, textOf(value, name)]];
  const texts = value.map((item) => textOf(item, name));
  if (texts.length === 0) refuse(name);
  // A comma parts values, so a value that has one is sent under `[]`, which takes it literally (FILT-2).
  return texts.some((text) => text.includes(','))
    ? texts.map((text) => [`${name}[]`, text])
    : [[name, texts.join(',')]];
}

function textOf(value: unknown, name: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return `${value}`;
  return value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : refuse(name);
}

function refuse(name: string): never {
  throw new TypeError(`${name} is nothing to ask of a list: mend it or leave it out.`);
}
