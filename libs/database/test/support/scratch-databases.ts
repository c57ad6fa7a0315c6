import type { Database } from '../../src/database.js';
import { copyPostgres, createPostgres, type DatabaseKind } from './databases.js';
import { migratedDatabases } from './once/migrated-databases.js';

/** A migrated, empty database; what is done to its rows is undone when it is closed. */
export async function scratchDatabase(kind: DatabaseKind = 'embedded'): Promise<Database> {
  if (kind === 'embedded') return migratedDatabases.lend();
  const { database, drop } = await copyPostgres(undefined, 'emptyTemplate');
  return { ...database, close: drop };
}

/** An empty PostgreSQL database, for tests that connect by themselves. */
export const scratchPostgres = () => createPostgres();
