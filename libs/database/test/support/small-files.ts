import { copyEmptyFiles } from '@resource-catalogue/testing/prepared-files';
import { openDatabase } from '../../src/open-database.js';
import { oneOfEach } from './one-of-each.js';

/** Creates a data directory with one row of each kind, which is fast to open and copy. */
export async function fillSmallFiles(dataDir: string): Promise<void> {
  await copyEmptyFiles(dataDir);
  const database = await openDatabase({ dataDir, databaseUrl: null });
  try {
    await database.exec(oneOfEach);
  } finally {
    await database.close();
  }
}
