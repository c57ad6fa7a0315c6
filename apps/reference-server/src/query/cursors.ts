import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { AnyCollectionContract } from '@resource-catalogue/contracts';
import { isList, toText } from '../json.js';
import type { Position, Scope, Sort, Test } from './list-query.js';

// A cursor is base64url of a checksum and the obfuscated position and scope (PAGE-3).

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
  const content = Buffer.from(JSON.stringify([key, id, ...scope]));
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([checksum, veiled(content, checksum)]).toString('base64url');
}

/** Null for a damaged cursor. */
export function decodeCursor(text: string): Cursor | null {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.toString('base64url') !== text || bytes.length < 5) return null;
  const content = veiled(bytes.subarray(4), bytes.subarray(0, 4));
  if (crc32(content) !== bytes.readUInt32BE(0)) return null;
  const values: unknown = JSON.parse(content.toString());
  if (!isList(values)) return null;
  const [key, ...texts] = values;
  const [id = '', collection = '', sort = '', filters = ''] = texts.map(toText);
  if (typeof key !== 'string' && typeof key !== 'number') return null;
  return { position: { key, id }, scope: [collection, sort, filters] };
}

function veiled(bytes: Buffer, salt: Buffer): Buffer {
  const veil = createHash('sha512').update(salt).digest();
  return Buffer.from(bytes.map((byte, at) => byte ^ (veil[at % veil.length] ?? 0)));
}
