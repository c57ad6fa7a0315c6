import type { Database } from './database.js';
import { openEmbedded } from './embedded.js';
import { connectPostgres } from './postgres.js';

export interface DatabaseSettings {
  /** A PostgreSQL URL, or null for the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
}

/** Opens the database that the settings name and brings it up to date. */
export function openDatabase({ databaseUrl, dataDir }: DatabaseSettings): Promise<Database> {
  return databaseUrl === null ? openEmbedded(dataDir) : connectPostgres(databaseUrl);
}
