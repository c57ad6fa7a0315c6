import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { AnyCollectionContract } from '@resource-catalogue/contracts';
import { isList, toText } from '../json.js';
import type { Position, Scope, Sort, Test } from './list-query.js';

// A cursor is base64url of the position and the scope, with a checksum at the end (PAGE-3).

export interface Cursor {
  readonly position: Position;
  readonly scope: Scope;
}

export function scopeOf({ name }: AnyCollectionContract, sort: Sort, tests: readonly Test[]): Scope {
  const filters = tests.map(({ filter, operator, values }) => JSON.stringify([filter.field, operator, ...values]));
  return [hash(name), hash(JSON.stringify(sort)), hash(JSON.stringify(filters.sort()))];
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 8);

export function encodeCursor({ position: { key, id }, scope }: Cursor): string {
  const content = JSON.stringify([key, id, ...scope]);
  return Buffer.from(`${content}${crc32(content)}`).toString('base64url');
}

/** Null for a damaged cursor. */
export function decodeCursor(text: string): Cursor | null {
  const bytes = Buffer.from(text, 'base64url');
  const [, content = '', checksum] = /^(.*\])(\d+)$/s.exec(bytes.toString()) ?? [];
  if (bytes.toString('base64url') !== text || String(crc32(content)) !== checksum) return null;
  const values: unknown = JSON.parse(content);
  if (!isList(values)) return null;
  const [key, ...texts] = values;
  const [id = '', collection = '', sort = '', filters = ''] = texts.map(toText);
  if (typeof key !== 'string' && typeof key !== 'number') return null;
  return { position: { key, id }, scope: [collection, sort, filters] };
}
