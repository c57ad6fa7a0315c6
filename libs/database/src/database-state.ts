import type { MigrationRecord } from './migrate.js';
import type { ReadSource, Statement } from './read-source.js';
import { within } from './time-limit.js';

/** What the database tells of itself to whoever watches the service. */
export interface DatabaseState {
  /** The migrations that were applied or begun, by name. */
  readonly migrations: ReadonlyMap<string, MigrationRecord>;
  /** Null where the catalogue is no mirror; its times are null until it has done so once. */
  readonly mirror: {
    /** Since it took the changes of its source. */
    readonly lagSeconds: number | null;
    /** Since it was compared with the whole source. */
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

/** Milliseconds after which a silent database counts as unavailable: whoever asks wants an answer before asking again. */
const silence = 2000;

/** Rejects where the database cannot answer, or keeps silent. */
export async function readState(source: Pick<ReadSource, 'query'>, timeout = silence): Promise<DatabaseState> {
  const migrations = new Map<string, MigrationRecord>();
  let mirror: DatabaseState['mirror'] = null;
  for (const [name, second, third] of await within(timeout, source.query(statement, []))) {
    if (name) migrations.set(name, { checksum: second ?? '', finished: third === 'true' });
    else mirror = { lagSeconds: secondsIn(second), comparedSeconds: secondsIn(third) };
  }
  return { migrations, mirror };
}

/** The mirror may run on a machine whose clock is ahead. */
const secondsIn = (text: string | null | undefined): number | null => (text ? Math.max(0, Number(text)) : null);
