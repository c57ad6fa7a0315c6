import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { parseUuid } from '@resource-catalogue/contracts';
import type { ListFilter, ListQuery, ListSort, Position, SortKind } from './list-query.js';
import { accept, type Parsed, type ParseResult, parseSingle, reject } from './parse-result.js';
import type { Pair } from './query-pairs.js';
import { isSortKey } from './values.js';

/**
 * The list that a cursor belongs to (PAGE-3): 16 hex digits of a hash over collection, sort and filters in canonical
 * order.
 */
export function makeFingerprint(collection: string, sort: ListSort, filters: readonly ListFilter[]): string {
  const conditions = filters.map((filter) => [
    filter.field,
    filter.operator,
    'values' in filter ? filter.values : filter.value,
  ]);
  const meaning = JSON.stringify([collection, sort.field, sort.descending, conditions]);
  return hash('sha256', meaning).slice(0, 16);
}

/** Creates the cursor that continues the query after the position (PAGE-1). */
export function encodeCursor(query: Pick<ListQuery, 'fingerprint'>, position: Position): string {
  if (parseUuid(position.id) === null) throw new TypeError(`A cursor needs the UUID of a row, not "${position.id}".`);
  const id = Buffer.from(position.id.replaceAll('-', ''), 'hex');
  return sealEnvelope({ fingerprint: query.fingerprint, id, key: Buffer.from(position.key) });
}

/** The list that a cursor must belong to. */
interface CursorList {
  readonly fingerprint: string;
  readonly kind: SortKind;
  /** The filters on the sort key. */
  readonly filters: readonly ListFilter[];
}

/**
 * Parses `cursor` (PAGE-3). If the filters or the sort are invalid, the list is unknown: then a cursor of another
 * list cannot be detected, and only damage is an error.
 */
export function parseCursor(pairs: readonly Pair[], list: CursorList | null): Parsed<Position | null> {
  return parseSingle(pairs, (text) => decodePosition(text, list), 'invalid_cursor');
}

function decodePosition(cursor: string, list: CursorList | null): ParseResult<Position | null> {
  const envelope = openEnvelope(cursor);
  if (!envelope) return rejectCursor('The cursor is damaged or empty.');
  if (!list) return accept(null);
  if (envelope.fingerprint !== list.fingerprint) {
    return rejectCursor('The cursor belongs to a list with another collection, sort or filters.');
  }
  const position = unpack(envelope, list.kind);
  // A scan from a key outside the ranges would first read all entries up to them.
  const isInList = position && list.filters.every((filter) => isInRange(position.key, filter));
  return isInList ? accept(position) : rejectCursor('The cursor contains no position in this list.');
}

const rejectCursor = (reason: string): ParseResult<never> =>
  reject('invalid_cursor', `${reason} Start again at the first page.`);

function isInRange(text: string, filter: ListFilter): boolean {
  // Instants in this form are in order as texts.
  const key = 'value' in filter && typeof filter.value === 'number' ? Number(text) : text;
  switch (filter.operator) {
    case 'lt':
      return key < filter.value;
    case 'lte':
      return key <= filter.value;
    case 'gt':
      return key > filter.value;
    case 'gte':
      return key >= filter.value;
    case 'in':
    case 'not_in':
    case 'eq':
      return true;
  }
}

function unpack({ id, key }: Envelope, kind: SortKind): Position | null {
  if (!isUtf8(key)) return null;
  const text = key.toString('utf8');
  if (!isSortKey(text, kind)) return null;
  return { key: text, id: id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') };
}

/*
 * A cursor is the base64url text, without padding, of these bytes:
 *
 *   version 1 | fingerprint 8 | id 16 and key, whitened | CRC-32 4
 *
 * The checksum has no key and the whitening no secret, so every instance reads the cursors of every other (PAGE-3).
 * Whitening is for opacity, not secrecy: it keeps clients from reading or building cursors, whose format is not
 * promised.
 */
const version = 1;
const bodyAt = 9;
const idLength = 16;
const checksumLength = 4;
/** Bytes of keystream per hash. */
const blockLength = 32;
const shortest = bodyAt + idLength + checksumLength;

/** The content of an undamaged cursor. */
interface Envelope {
  readonly fingerprint: string;
  readonly id: Buffer;
  readonly key: Buffer;
}

export function sealEnvelope({ fingerprint, id, key }: Envelope): string {
  const content = Buffer.concat([
    Buffer.from([version]),
    Buffer.from(fingerprint, 'hex'),
    whiten(Buffer.concat([id, key]), fingerprint),
  ]);
  const checksum = Buffer.alloc(checksumLength);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([content, checksum]).toString('base64url');
}

/** Decodes a cursor; null if it is damaged. */
export function openEnvelope(cursor: string): Envelope | null {
  const bytes = Buffer.from(cursor, 'base64url');
  // Buffer skips characters outside base64url and drops spare bits; text that differs from its encoding is damaged.
  if (bytes.toString('base64url') !== cursor) return null;
  if (bytes.length < shortest || bytes[0] !== version) return null;
  const content = bytes.subarray(0, -checksumLength);
  if (crc32(content) !== bytes.readUInt32BE(content.length)) return null;
  const fingerprint = content.toString('hex', 1, bodyAt);
  const body = whiten(content.subarray(bodyAt), fingerprint);
  return { fingerprint, id: body.subarray(0, idLength), key: body.subarray(idLength) };
}

/** Adds a keystream derived from the fingerprint; applying it twice restores the bytes. */
function whiten(bytes: Buffer, fingerprint: string): Buffer {
  const white = Buffer.from(bytes);
  for (let at = 0; at < white.length; at += blockLength) {
    const block = hash('sha256', `${fingerprint} ${at / blockLength}`, 'buffer');
    for (const [within, byte] of block.entries()) {
      const index = at + within;
      if (index < white.length) white[index] = (bytes[index] ?? 0) ^ byte;
    }
  }
  return white;
}
