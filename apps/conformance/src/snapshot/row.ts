import { type Json, type JsonObject, isObject } from '../json.js';

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
