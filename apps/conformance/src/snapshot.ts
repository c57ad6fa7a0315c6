import { createHash } from 'node:crypto';
import { type AnyCollectionContract, type CollectionName, collections } from '@resource-catalogue/contracts';
import { readId, nextCursor, type Row, readRows, toText } from './json.js';
import type { Exchange } from './target/exchange.js';
import { requestLine } from './target/query.js';
import type { Target } from './target/target.js';
import { TransportError } from './target/wire.js';

export interface CollectionSnapshot {
  readonly contract: AnyCollectionContract;
  /** The rows in the default order, each id once. */
  readonly rows: readonly Row[];
  /** Whether all rows were read, so that a row missing here does not exist. */
  readonly complete: boolean;
  readonly trouble: string | null;
  /** The first page, for checks of the envelope. */
  readonly first: Exchange | null;
}

export type Snapshot = ReadonlyMap<CollectionName, CollectionSnapshot>;

const pageSize = 200;

export const defaultMaxItems = 10_000;

/**
 * Reads every collection once, at most `max` rows of each. With `keepsTrouble`, a request without a response is the
 * trouble of its collection; otherwise it ends the whole read.
 */
export async function takeSnapshot(target: Target, max = defaultMaxItems, keepsTrouble = false): Promise<Snapshot> {
  const reads = collections.map((contract) =>
    readSnapshot(target, contract, max).catch((error: unknown): CollectionSnapshot => {
      if (!keepsTrouble || !(error instanceof TransportError)) throw error;
      return { contract, rows: [], complete: false, trouble: error.message, first: null };
    }),
  );
  const all = await Promise.all(reads);
  return new Map(all.map((snapshot) => [snapshot.contract.name, snapshot]));
}

export const digestRows = ({ rows }: Pick<CollectionSnapshot, 'rows'>): string =>
  createHash('sha256').update(JSON.stringify(rows)).digest('base64url').slice(0, 22);

/** Reads one collection. Stops as soon as a server repeats itself or the pages never end. */
async function readSnapshot(target: Target, contract: AnyCollectionContract, max: number): Promise<CollectionSnapshot> {
  const rows = new Map<string, Row>();
  const cursors: string[] = [];
  let first: Exchange | null = null;
  let cursor: string | null = null;
  do {
    const after: string = cursor === null ? '' : `&cursor=${cursor}`;
    const path = `/api/v1/${contract.name}?limit=${pageSize}${after}`;
    const exchange = await target.send({ path });
    first ??= exchange;
    const stop = (trouble: string): CollectionSnapshot => {
      return { contract, rows: [...rows.values()], complete: false, trouble, first };
    };
    if (exchange.status !== 200)
      return stop(
        `page ${cursors.length + 1}, ${requestLine({ method: 'GET', path })}, responded with ${exchange.status}`,
      );
    const known = rows.size;
    for (const row of readRows(exchange.json)) if (!rows.has(readId(row))) rows.set(readId(row), row);
    cursor = nextCursor(exchange.json);
    const [page, before] = [cursors.length + 1, cursor === null ? -1 : cursors.indexOf(cursor)];
    if (before >= 0) return stop(`paging never ends: meta.next of page ${page} repeats that of page ${before + 1}`);
    if (cursor !== null && rows.size === known)
      return stop(`paging never ends: page ${page} has a meta.next but no new row`);
    if (cursor !== null) cursors.push(cursor);
  } while (cursor !== null && rows.size < max);
  return { contract, rows: [...rows.values()], complete: cursor === null, trouble: null, first };
}

/** Allows for a clock that is off by a minute. */
const tolerance = 60_000;

/**
 * The collections that changed between two reads in a way that real data can change: a new row with a recent creation
 * time, a row that its get no longer finds either, a row with a later `updated_at` (SHAPE-7). Any other difference
 * means that the server contradicts itself; a summary changes with the row that it shows.
 */
export async function changedCollections(
  target: Target,
  before: Snapshot,
  now: Snapshot,
  since: Date,
): Promise<CollectionName[]> {
  const changed: CollectionName[] = [];
  for (const [name, old] of before) {
    const next = now.get(name);
    if (next && (await hasChanged(target, old, next, since))) changed.push(name);
  }
  return changed;
}

async function hasChanged(
  target: Target,
  old: CollectionSnapshot,
  now: CollectionSnapshot,
  since: Date,
): Promise<boolean> {
  const known = new Map(old.rows.map((row) => [readId(row), row]));
  for (const row of now.rows) {
    const was = known.get(readId(row));
    known.delete(readId(row));
    const isNew = Date.parse(toText(row['created_at'])) > since.getTime() - tolerance;
    if (was ? toText(row['updated_at']) > toText(was['updated_at']) : isNew) return true;
  }
  if (!old.complete || !now.complete) return false;
  for (const id of [...known.keys()].slice(0, 5)) if (await isGone(target, now, id)) return true;
  return false;
}

async function isGone(target: Target, { contract }: CollectionSnapshot, id: string): Promise<boolean> {
  if (!contract.get) return true;
  try {
    return (await target.send({ path: `/api/v1/${contract.name}/${id}` })).status === 404;
  } catch (error) {
    if (error instanceof TransportError) return false;
    throw error;
  }
}
