import type { Database } from '../database/database.js';
import { readSettings } from '../settings/settings.js';
import { openedDatabase } from '../start/opened-database.js';

/** Opens the database of the settings, migrated, for one command, and closes it whatever happens. */
export async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openedDatabase(readSettings(process.env));
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
