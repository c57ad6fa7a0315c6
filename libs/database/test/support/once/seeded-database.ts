import { tmpdir } from 'node:os';
import { copyPostgres, type DatabaseKind, seededImage, type TestDatabase } from '../databases.js';
import { SharedDatabase } from './shared-database.js';

// Modules of this folder are loaded once in each worker, for all test files.

const seeded = new SharedDatabase(seededImage);

/** The seeded database, for one test file at a time: what it changes of the rows is put back behind it. */
export async function seededDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  // A copy takes no time there.
  if (kind === 'postgres') return copyPostgres();
  const database = await seeded.lend();
  return { database, location: { dataDir: tmpdir(), databaseUrl: null }, drop: () => database.close() };
}
