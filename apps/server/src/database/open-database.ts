import type { Database } from './database.js';

interface DatabaseSettings {
  /** A PostgreSQL URL, or null for the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
}

/** Opens the database that the settings name and brings it up to date. The embedded one says what happens to its files. */
export async function openDatabase(
  { databaseUrl, dataDir }: DatabaseSettings,
  report: (line: string) => void = () => undefined,
): Promise<Database> {
  // A start loads the one that it uses.
  if (databaseUrl === null) return (await import('./embedded.js')).openEmbedded(dataDir, report);
  return (await import('./postgres.js')).connectPostgres(databaseUrl);
}
