import type { Database } from './database.js';
import { quoted } from './copy.js';

/** Below these numbers of written rows, in total and per row of the table, reads are as fast without a vacuum. */
const least = { rows: 1000, share: 0.1 };

/** Milliseconds, per table. */
const timeout = 5 * 60_000;

/** Bytes up to which it does not matter how much of a table is empty. */
const smallest = 500_000;

/** Milliseconds to wait for the lock of a whole table, which ends an autovacuum of it after one second. */
const lockTimeout = 2000;

const large = `SELECT relname::text FROM pg_class
  WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND pg_relation_size(oid) > ${smallest}`;

/**
 * Tables that are mostly empty, as triggers leave them that update the same rows with each statement of a transaction:
 * every read would still visit all pages. 28 bytes are the header of a row.
 */
const worn = `${large} AND pg_relation_size(oid) > 5 * reltuples *
  (SELECT 28 + sum(avg_width) FROM pg_stats WHERE schemaname = current_schema() AND tablename = relname)`;

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
    const unwritten = async (text: string) =>
      (await query({ text })).map(([table]) => String(table)).filter((table) => !written.has(table));
    for (const table of await unwritten(large)) await exec(`ANALYZE ${quoted(table)}`);
    if (database.kind === 'postgres') await exec(`SET lock_timeout = ${lockTimeout}`);
    for (const table of await unwritten(worn)) await exec(`VACUUM (FULL, ANALYZE) ${quoted(table)}`);
  });
  // The rows are stored, and reads work without it.
  await vacuum.catch(() => undefined);
}
