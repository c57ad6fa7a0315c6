import { type CollectionName, fieldTable } from '@resource-catalogue/contracts';
import { type Json, sameJson, textOf, type Row, idOf } from '../json.js';
import type { Target } from '../target/target.js';
import type { Snapshot, CollectionSnapshot } from './snapshot.js';

/** A clock that is a minute off is no reason to call a change impossible. */
const tolerance = 60_000;

const derived: ReadonlySet<string> = new Set(['seats_booked', 'seats_available']);

/**
 * The collections that changed between two looks, in a way in which a server's data can change: a row that is new and
 * says so, a row that is gone for its get as well, a row that says that it was updated (SHAPE-7). Whatever else is
 * different at the second look is the server contradicting itself.
 */
export async function changedCollections(
  target: Target,
  before: Snapshot,
  now: Snapshot,
  since: Date,
): Promise<Set<CollectionName>> {
  const changed = new Set<CollectionName>();
  for (const [name, old] of before) {
    const next = now.get(name);
    if (next && (await hasChanged(target, old, next, since))) changed.add(name);
  }
  return changed;
}

async function hasChanged(
  target: Target,
  old: CollectionSnapshot,
  now: CollectionSnapshot,
  since: Date,
): Promise<boolean> {
  const known = new Map(old.rows.map((row) => [idOf(row), row]));
  for (const row of now.rows) {
    const was = known.get(idOf(row));
    known.delete(idOf(row));
    if (was ? hasMoved(old, was, row) : isNew(row, since)) return true;
  }
  if (!old.complete || !now.complete) return false;
  for (const id of [...known.keys()].slice(0, 5)) if (await isGone(target, now, id)) return true;
  return false;
}

const isNew = (row: Row, since: Date): boolean => Date.parse(textOf(row['created_at'])) > since.getTime() - tolerance;

function hasMoved({ contract }: CollectionSnapshot, was: Row, row: Row): boolean {
  if (sameJson(was, row)) return false;
  if (textOf(row['updated_at']) > textOf(was['updated_at'])) return true;
  const fields = fieldTable(contract.resource);
  return Object.keys(row).every((key) => {
    if (sameJson(row[key], was[key]) || derived.has(key)) return true;
    return fields.get(key)?.dto !== undefined && !isReordered(was[key], row[key]);
  });
}

/** SHAPE-10: summaries that stand in another order and are otherwise as they were are not what a change looks like. */
function isReordered(was: Json | undefined, now: Json | undefined): boolean {
  if (!Array.isArray(was) || !Array.isArray(now)) return false;
  const inAnyOrder = (items: readonly Json[]): string =>
    items
      .map((item) => JSON.stringify(item))
      .sort()
      .join();
  return inAnyOrder(was) === inAnyOrder(now);
}

async function isGone(target: Target, { contract }: CollectionSnapshot, id: string): Promise<boolean> {
  if (!contract.get) return true;
  return (await target.send({ path: `/api/v1/${contract.name}/${id}` })).status === 404;
}
