import type { Database } from './database.js';
import { quoted } from './copy.js';

/** Below these numbers of written rows, in total and per row of the table, reads are as fast without a vacuum. */
const least = { rows: 1000, share: 0.1 };

/** Milliseconds, per table. */
const timeout = 5 * 60_000;

/**
 * Tables that consist of dead rows, because triggers updated the same rows with each statement of a transaction. After a
 * plain vacuum every read would still visit as many pages.
 */
const worn = `SELECT relname::text FROM pg_stat_user_tables
  WHERE schemaname = current_schema() AND n_dead_tup > 10 * greatest(n_live_tup, 100)`;

/**
 * Vacuums tables that were filled or largely changed. Reads need the visibility map at once: autovacuum comes
 * minutes later, and the embedded database has none.
 */
export async function vacuumFilled(
  database: Database,
  written: ReadonlyMap<string, number>,
  onTable: (table: string, rows: number) => void = () => undefined,
): Promise<void> {
  const candidates = [...written].filter(([, rows]) => rows >= least.rows);
  if (candidates.length === 0) return;
  const vacuum = database.session(async ({ query, exec }) => {
    if (database.kind === 'postgres') await exec(`SET statement_timeout = ${timeout}`);
    for (const [table, rows] of candidates) {
      const [size] = await query({
        text: `SELECT reltuples::text FROM pg_class WHERE oid = '${quoted(table)}'::regclass`,
      });
      if (rows < Number(size?.[0]) * least.share) continue;
      onTable(table, rows);
      await exec(`VACUUM (ANALYZE, SKIP_LOCKED) ${quoted(table)}`);
    }
    for (const [table] of await query({ text: worn })) {
      await exec(`VACUUM (FULL, ANALYZE, SKIP_LOCKED) ${quoted(String(table))}`);
    }
  });
  // The rows are stored, and reads work without it.
  await vacuum.catch(() => undefined);
}
