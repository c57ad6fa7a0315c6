import { isDeepStrictEqual } from 'node:util';

export type Json = null | boolean | number | string | Json[] | JsonObject;

export interface JsonObject {
  [key: string]: Json;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function parseJson(text: string): Json | undefined {
  try {
    // JSON.parse returns `any`; only this function has to deal with it.
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** The values at a path such as `space.id` or `machines[].id`; a null on the path yields none. */
export function valuesAt(value: Json | undefined, path: string): Json[] {
  if (value === null || value === undefined) return [];
  if (path === '') return [value];
  const [, key = '', many, rest = ''] = /^([^.[]+)(\[\])?\.?(.*)$/.exec(path) ?? [];
  const next = isObject(value) ? value[key] : undefined;
  if (!many) return valuesAt(next, rest);
  return Array.isArray(next) ? next.flatMap((item) => valuesAt(item, rest)) : [];
}

export function toText(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

export function sameJson(one: Json | undefined, other: Json | undefined): boolean {
  // Equal values mostly have the same notation, which is faster to compare.
  return JSON.stringify(one) === JSON.stringify(other) || isDeepStrictEqual(one, other);
}

interface Difference {
  readonly path: string;
  readonly one: Json | undefined;
  readonly other: Json | undefined;
}

/** The places where two values differ, up to a maximum, with both values. */
export function valueDifferences(one: Json | undefined, other: Json | undefined, path = '', max = 5): Difference[] {
  if (sameJson(one, other)) return [];
  const [mine, theirs] = [toParts(one), toParts(other)];
  if (mine && theirs) {
    const keys = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
    return keys
      .flatMap((key) => valueDifferences(mine[key], theirs[key], path === '' ? key : `${path}.${key}`, max))
      .slice(0, max);
  }
  return [{ path: path === '' ? '(everything)' : path, one, other }];
}

const toParts = (value: Json | undefined): JsonObject | null =>
  Array.isArray(value) ? Object.fromEntries(value.entries()) : isObject(value) ? value : null;

export const makeArray = (count: number, item: (index: number) => Json): Json[] =>
  Array.from({ length: count }, (_, index) => item(index));

export const keysOf = <Key extends string>(table: Readonly<Record<Key, unknown>>): Key[] => Object.keys(table) as Key[];

export type Row = JsonObject;

export function readId(row: Row): string {
  return typeof row['id'] === 'string' ? row['id'] : '';
}

export const readIds = (rows: readonly Row[]): string[] => rows.map(readId);

/** The rows of a list response. Skips values that are not objects; the schema checks report them. */
export function readRows(body: Json | undefined): Row[] {
  const data = isObject(body) ? body['data'] : undefined;
  return Array.isArray(data) ? data.filter((row) => isObject(row)) : [];
}

/** `meta.next`; null if it is null, absent or empty. */
export function nextCursor(body: Json | undefined): string | null {
  const meta = isObject(body) ? body['meta'] : undefined;
  const next = isObject(meta) ? meta['next'] : undefined;
  return typeof next === 'string' && next !== '' ? next : null;
}
