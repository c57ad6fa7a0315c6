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
    // JSON.parse is declared to return any; this is the only place that has to know what it returns.
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** The values that a path such as `space.id` or `machines[].id` finds; a null on the way finds none. */
export function valuesAt(value: Json | undefined, path: string): Json[] {
  if (value === null || value === undefined) return [];
  if (path === '') return [value];
  const [, key = '', many, rest = ''] = /^([^.[]+)(\[\])?\.?(.*)$/.exec(path) ?? [];
  const next = isObject(value) ? value[key] : undefined;
  if (!many) return valuesAt(next, rest);
  return Array.isArray(next) ? next.flatMap((item) => valuesAt(item, rest)) : [];
}

export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

export function sameJson(one: Json | undefined, other: Json | undefined): boolean {
  return isDeepStrictEqual(one, other);
}

/** The paths at which two values differ, at most so many. */
export function differences(one: Json | undefined, other: Json | undefined, path = '', most = 5): string[] {
  if (sameJson(one, other)) return [];
  if (isObject(one) && isObject(other)) {
    const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
    return keys
      .flatMap((key) => differences(one[key], other[key], path === '' ? key : `${path}.${key}`))
      .slice(0, most);
  }
  return [path === '' ? '(everything)' : path];
}

export const many = (count: number, item: (index: number) => Json): Json[] =>
  Array.from({ length: count }, (_, index) => item(index));

export type Row = JsonObject;

export function idOf(row: Row): string {
  return typeof row['id'] === 'string' ? row['id'] : '';
}

export const idsOf = (rows: readonly Row[]): string[] => rows.map(idOf);

/** The rows of a list's answer; what is no object is left out, and the schema checks will say so. */
export function rowsOf(body: Json | undefined): Row[] {
  const data = isObject(body) ? body['data'] : undefined;
  return Array.isArray(data) ? data.filter((row) => isObject(row)) : [];
}

/** `meta.next`; null where nothing follows, however the server says that. */
export function nextCursor(body: Json | undefined): string | null {
  const meta = isObject(body) ? body['meta'] : undefined;
  const next = isObject(meta) ? meta['next'] : undefined;
  return typeof next === 'string' && next !== '' ? next : null;
}
