import { type AnyCollectionContract, type CollectionName, collections } from '@resource-catalogue/contracts';
import type { Exchange } from '../target/exchange.js';
import type { Target } from '../target/target.js';
import { type Row, idOf, nextCursor, rowsOf } from '../json.js';

/** Everything that one collection shows, or as much of it as was read. */
export interface CollectionSnapshot {
  readonly contract: AnyCollectionContract;
  /** In the default order, each id once. */
  readonly rows: readonly Row[];
  /** Whether the walk came to its end, so that a row which is not here is nowhere. */
  readonly complete: boolean;
  /** Why nothing can be said about the collection; null where all went well. */
  readonly trouble: string | null;
  /** The first page, for whoever wants to look at the envelope. */
  readonly first: Exchange | null;
}

export type Snapshot = ReadonlyMap<CollectionName, CollectionSnapshot>;

const pageSize = 200;

/** Walks every collection once, and stops after `most` rows of each. */
export async function takeSnapshot(target: Target, most: number): Promise<Snapshot> {
  const all = await Promise.all(collections.map((contract) => snapshotOf(target, contract, most)));
  return new Map(all.map((snapshot) => [snapshot.contract.name, snapshot]));
}

/** Walks one collection. A server that repeats itself or never ends is left as soon as that shows. */
async function snapshotOf(target: Target, contract: AnyCollectionContract, most: number): Promise<CollectionSnapshot> {
  const rows = new Map<string, Row>();
  const cursors = new Set<string>();
  let first: Exchange | null = null;
  let cursor: string | null = null;
  do {
    const after: string = cursor === null ? '' : `&cursor=${cursor}`;
    const exchange = await target.send({ path: `/api/v1/${contract.name}?limit=${pageSize}${after}` });
    first ??= exchange;
    const stop = (trouble: string): CollectionSnapshot => {
      return { contract, rows: [...rows.values()], complete: false, trouble, first };
    };
    if (exchange.status !== 200) return stop(`GET /api/v1/${contract.name} answered ${exchange.status}`);
    const known = rows.size;
    for (const row of rowsOf(exchange.json)) if (!rows.has(idOf(row))) rows.set(idOf(row), row);
    cursor = nextCursor(exchange.json);
    if (cursor !== null && (cursors.has(cursor) || rows.size === known)) return stop('the walk never ends');
    if (cursor !== null) cursors.add(cursor);
  } while (cursor !== null && rows.size < most);
  return { contract, rows: [...rows.values()], complete: cursor === null, trouble: null, first };
}
