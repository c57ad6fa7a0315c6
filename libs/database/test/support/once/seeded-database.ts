import { tmpdir } from 'node:os';
import { copyPostgres, type DatabaseKind, seededImage, type TestDatabase } from '../databases.js';
import { SharedDatabase } from './shared-database.js';

// Modules in this directory are loaded once per worker, for all test files.

const seeded = new SharedDatabase(seededImage);

/** The seeded database, for one test file at a time; its rows are restored afterwards. */
export async function seededDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  // Copying is cheap on PostgreSQL.
  if (kind === 'postgres') return copyPostgres();
  const database = await seeded.lend();
  return { database, location: { dataDir: tmpdir(), databaseUrl: null }, drop: () => database.close() };
}
