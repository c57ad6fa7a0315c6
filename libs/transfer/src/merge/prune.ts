import type { Session } from '@resource-catalogue/database';
import { CommandError } from '@resource-catalogue/program';
import { countWritten, type Staging } from '../stage/staging.js';

/** Maximum ids in an error message. */
const maxIds = 20;

/**
 * Soft-deletes the rows that are missing from the sources of these collections, and returns their number by
 * collection.
 */
export async function prune(
  inside: Session,
  staging: Staging,
  collections: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const pruned = new Map<string, number>();
  const unremovable: string[] = [];
  for (const name of collections) {
    const { staged, facts } = staging.table(name);
    const gone = `NOT EXISTS (SELECT FROM ${staged} s WHERE s.id = t.id)`;
    if (facts.columns.has('soft_deleted_at')) {
      const instant = `date_trunc('milliseconds', now())`;
      const set = `soft_deleted_at = greatest(${instant}, t.created_at), updated_at = greatest(${instant}, t.updated_at + interval '1 ms')`;
      const text = `UPDATE ${name} t SET ${set} WHERE t.soft_deleted_at IS NULL AND ${gone}`;
      pruned.set(name, await countWritten(inside, text));
      continue;
    }
    const text = `SELECT t.id::text, count(*) OVER ()::text FROM ${name} t WHERE ${gone} ORDER BY t.id LIMIT ${maxIds}`;
    const rows = await inside.query({ text });
    const ids = rows.map(([id]) => id).join(', ');
    if (rows.length > 0)
      unremovable.push(`${rows[0]?.[1]} of ${name} (${ids}${Number(rows[0]?.[1]) > maxIds ? ', …' : ''})`);
  }
  if (unremovable.length > 0) {
    throw new CommandError(
      `Nothing was imported: --prune cannot remove ${unremovable.join('; ')}, because these collections have no soft delete. ` +
        'Add the rows to the files, or import without --prune.',
    );
  }
  return pruned;
}
