import { within } from '@resource-catalogue/concurrency';
import type { MigrationRecord } from './schema/migrate.js';
import type { ReadSource, Statement } from './connections/read-source.js';

/** The state of the database for health checks and metrics. */
export interface DatabaseState {
  /** Names of the migrations that were applied or started. */
  readonly migrations: ReadonlyMap<string, MigrationRecord>;
  /** Null if the catalogue is not a mirror; its times are null before the first run. */
  readonly mirror: {
    /** Seconds since changes of the source were last stored. */
    readonly lagSeconds: number | null;
    /** Seconds since the last full comparison with the source. */
    readonly comparedSeconds: number | null;
  } | null;
}

const since = (column: string): string => `extract(epoch FROM now() - ${column})::text`;

const statement: Statement = {
  name: 'database_state',
  text:
    `SELECT migration_name, checksum, (finished_at IS NOT NULL)::text FROM "_prisma_migrations" WHERE rolled_back_at IS NULL ` +
    `UNION ALL SELECT NULL, ${since('followed_at')}, ${since('compared_at')} FROM mirrors`,
};

/**
 * Milliseconds after which a silent database counts as unavailable; shorter than the interval between health checks.
 */
const silence = 2000;

/** Rejects if the database fails or does not respond. */
export async function readState(source: Pick<ReadSource, 'query'>, timeout = silence): Promise<DatabaseState> {
  const migrations = new Map<string, MigrationRecord>();
  let mirror: DatabaseState['mirror'] = null;
  for (const [name, second, third] of await within(timeout, source.query(statement, []))) {
    if (name) migrations.set(name, { checksum: second ?? '', finished: third === 'true' });
    else mirror = { lagSeconds: secondsIn(second), comparedSeconds: secondsIn(third) };
  }
  return { migrations, mirror };
}

/** Never negative, even if the mirror runs on a machine with a fast clock. */
const secondsIn = (text: string | null | undefined): number | null => (text ? Math.max(0, Number(text)) : null);
