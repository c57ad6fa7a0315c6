import { isUtf8 } from 'node:buffer';
import { openEnvelope, sealEnvelope, type Envelope } from './cursor-envelope.js';
import { isSortKey } from './cursor-keys.js';
import type { ListQuery, Position, SortKind } from './list-query.js';
import type { Pair } from './query-pairs.js';
import { accept, refuse, type Reading } from './reading.js';
import { readSingle, type Finding } from './single-values.js';
import { isUuid } from './uuids.js';

/** What a cursor must fit: the query that it is used with. */
export interface CursorHome {
  readonly fingerprint: string;
  readonly kind: SortKind;
}

/** The cursor that continues the query after the position (PAGE-1). */
export function encodeCursor(query: Pick<ListQuery, 'fingerprint'>, position: Position): string {
  if (!isUuid(position.id)) throw new TypeError(`A cursor needs the uuid of a row; "${position.id}" is none.`);
  const id = Buffer.from(position.id.replaceAll('-', ''), 'hex');
  return sealEnvelope({ fingerprint: query.fingerprint, id, key: Buffer.from(position.key) });
}

/**
 * Reads `cursor` (PAGE-3). Without a home, since the filters or the sort are faulty themselves, a cursor of another list
 * cannot be told from one of this list, and only damage is a fault.
 */
export function readCursor(pairs: readonly Pair[], home: CursorHome | null): Finding<Position | null> {
  return readSingle(pairs, (text) => positionOf(text, home), 'invalid_cursor');
}

function positionOf(cursor: string, home: CursorHome | null): Reading<Position | null> {
  const envelope = openEnvelope(cursor);
  if (!envelope) return refuse('invalid_cursor', 'The cursor is damaged or empty; start again at the first page.');
  if (!home) return accept(null);
  if (envelope.fingerprint !== home.fingerprint) {
    const detail =
      'The cursor belongs to a list with another collection, sort or filters; start again at the first page.';
    return refuse('invalid_cursor', detail);
  }
  const position = unpack(envelope, home.kind);
  return position
    ? accept(position)
    : refuse('invalid_cursor', 'The cursor holds no position of this list; start again at the first page.');
}

function unpack({ id, key }: Envelope, kind: SortKind): Position | null {
  if (!isUtf8(key)) return null;
  const text = key.toString('utf8');
  if (!isSortKey(text, kind)) return null;
  return { key: text, id: id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') };
}
