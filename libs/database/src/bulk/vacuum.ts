import type { Database } from '../database.js';
import { quoteIdentifier } from './copy.js';

/**
 * Below these numbers of written rows, in total and per page of the table, reads are as fast without a vacuum. A changed
 * row makes its page invisible to scans that read only an index.
 */
const minWritten = { rows: 1000, perPage: 0.05 };

/** Time limit of the vacuum of one table, in milliseconds. */
const timeout = 5 * 60_000;

/** Sizes in bytes of tables that are rewritten: below, empty pages do not matter; above, the lock would last too long. */
const rewriteSizes = { min: 500_000, max: 500_000_000 };

/** Milliseconds to wait for a table: PostgreSQL cancels an autovacuum that blocks a statement for one second. */
const lockTimeout = 1500;

const tables = `SELECT relname::text FROM pg_class
  WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`;

/**
 * Tables that are mostly empty, as triggers leave them that update the same rows with each statement of a transaction:
 * every read would still visit all pages. A row has 28 bytes besides its values. Without statistics, a table counts as
 * empty.
 */
const mostlyEmpty = `${tables}
    AND pg_relation_size(oid) BETWEEN ${rewriteSizes.min} AND ${rewriteSizes.max}
    AND pg_relation_size(oid) > 5 * greatest(reltuples, 0) * coalesce((SELECT 28 + sum(avg_width)
      FROM pg_stats WHERE schemaname = current_schema() AND tablename = relname), 0)`;

/** Filled tables without statistics. PostgreSQL assumes ten pages of each, and reads a single page by an index. */
const withoutStatistics = `${tables} AND reltuples < 0 AND pg_relation_size(oid) > 0`;

/**
 * Vacuums tables that were filled or largely changed. Reads need the visibility map at once, and autovacuum comes
 * minutes later. Small tables get statistics.
 */
export async function vacuumFilled(
  database: Database,
  written: ReadonlyMap<string, number>,
  onTable: (table: string, rows: number) => void = () => undefined,
): Promise<void> {
  const candidates = [...written].filter(([, rows]) => rows >= minWritten.rows);
  if (candidates.length === 0) return;
  const vacuum = database.session(async ({ query, exec }) => {
    await exec(`SET statement_timeout = ${timeout}`);
    for (const [table, rows] of candidates) {
      const [size] = await query({
        text: `SELECT relpages::text FROM pg_class WHERE oid = '${quoteIdentifier(table)}'::regclass`,
      });
      if (rows < Number(size?.[0]) * minWritten.perPage) continue;
      onTable(table, rows);
      await exec(`VACUUM (ANALYZE, SKIP_LOCKED) ${quoteIdentifier(table)}`);
    }
    const names = async (text: string) => (await query({ text })).map(([table]) => String(table));
    for (const table of await names(withoutStatistics)) await exec(`ANALYZE (SKIP_LOCKED) ${quoteIdentifier(table)}`);
    // An import writes each row once, so only tables that triggers write can be mostly empty.
    const findEmptyTables = async () => (await names(mostlyEmpty)).filter((table) => !written.has(table));
    await exec(`SET lock_timeout = ${lockTimeout}`);
    for (const table of await findEmptyTables()) await exec(`ANALYZE (SKIP_LOCKED) ${quoteIdentifier(table)}`);
    // A table that is in use remains as it is.
    for (const table of await findEmptyTables())
      await exec(`VACUUM (FULL, ANALYZE) ${quoteIdentifier(table)}`).catch(() => undefined);
  });
  // The rows are stored, and reads work without a vacuum.
  await vacuum.catch(() => undefined);
}
