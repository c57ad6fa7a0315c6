import type { Database } from '../../src/database.js';
import { copyPostgres, createPostgres, type DatabaseKind } from './databases.js';
import { migratedDatabases } from './once/migrated-databases.js';

/** A migrated, empty database; closing it restores its rows. */
export async function scratchDatabase(kind: DatabaseKind = 'embedded'): Promise<Database> {
  if (kind === 'embedded') return migratedDatabases.lend();
  const { database, drop } = await copyPostgres(undefined, 'emptyTemplate');
  return { ...database, close: drop };
}

/** An empty PostgreSQL database, for tests that open their own connections. */
export const scratchPostgres = () => createPostgres();
