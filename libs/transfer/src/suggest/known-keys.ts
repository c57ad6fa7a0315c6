import { toSlug } from '../values/slug.js';
import { type InspectedColumn, maxDistinct } from './inspect-table.js';
import type { TableBuilder } from './table-builder.js';
import { plain } from './words.js';

/** Keys of the rows in other tables of a workbook, by the names that people may use. */
export type KnownKeys = ReadonlyMap<string, string>;

/** Keys of units, by themselves and by the names of their machines or places. */
export const unitKeys = (builders: readonly TableBuilder[], units: string): KnownKeys =>
  knownKeys(builders, units, 'sku', (text) => [text('name')]);

/** Keys of members, by themselves, by name in either order, and by e-mail address. */
export const memberKeys = (builders: readonly TableBuilder[]): KnownKeys =>
  knownKeys(builders, 'members', 'number', (text) => {
    const [first, last] = [text('first_name'), text('last_name')];
    return [text('email'), text('full_name'), ...(last === '' ? [] : [`${first} ${last}`, `${last} ${first}`])];
  });

function knownKeys(
  builders: readonly TableBuilder[],
  collection: string,
  header: string,
  names: (text: (role: string) => string) => readonly string[],
): KnownKeys {
  const keys = new Map<string, string>();
  for (const { table, collections } of builders) {
    const mapping = collections.get(collection)?.fields.get(header)?.mapping;
    if (!mapping) continue;
    const columns = table.columns.filter((column) => [mapping.column, mapping.join].flat(2).includes(column.name));
    const counts = new Map<string, number>();
    for (const row of table.rows) {
      const text = columns.map(({ index }) => row[index] ?? '').join(' ');
      const made = mapping.as === undefined ? text : toSlug(text);
      const count = (counts.get(made) ?? 0) + 1;
      counts.set(made, count);
      const key = mapping.as === 'numbered-slug' ? `${made}-${count}` : made;
      const called = names((role) => row[table.roles.get(role)?.index ?? -1] ?? '');
      for (const each of [key, ...called].map(plain)) if (each !== '' && !keys.has(each)) keys.set(each, key);
    }
  }
  return keys;
}

/** Maps values of a column to keys; null if most are unknown or if there are too many to list. */
export function keyValues(
  { distinct }: InspectedColumn,
  keys: KnownKeys,
): { readonly values: Readonly<Record<string, string>>; readonly unknown: readonly string[] } | null {
  const values: Record<string, string> = {};
  const unknown: string[] = [];
  for (const text of distinct) {
    const key = keys.get(plain(text));
    if (key === undefined) unknown.push(text);
    else if (key !== text) values[text] = key;
  }
  const isListed = distinct.length < maxDistinct || Object.keys(values).length === 0;
  return isListed && unknown.length * 2 <= distinct.length ? { values, unknown } : null;
}
