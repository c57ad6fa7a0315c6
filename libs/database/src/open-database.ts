import type { Database } from './database.js';

interface DatabaseSettings {
  /** A PostgreSQL URL, or null for the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  /** The server's own URL, where the other one leads to PgBouncer. */
  readonly databaseDirectUrl?: string | null;
  /** Servers that follow the one of `databaseUrl`, and by how many milliseconds they may be behind. */
  readonly databaseReplicaUrls?: readonly string[];
  readonly replicaLag?: number;
}

/** Opens the database that the settings name and brings it up to date. The embedded one says what happens to its files. */
export async function openDatabase(
  { databaseUrl, databaseDirectUrl = null, dataDir, databaseReplicaUrls = [], replicaLag = 5000 }: DatabaseSettings,
  report: (line: string) => void = () => undefined,
): Promise<Database> {
  // A start loads the one that it uses.
  if (databaseUrl === null) return (await import('./embedded.js')).openEmbedded(dataDir, report);
  const { connectPostgres, databaseTimeouts } = await import('./postgres.js');
  return connectPostgres(databaseUrl, databaseTimeouts, {
    directUrl: databaseDirectUrl,
    replicas: { urls: databaseReplicaUrls, lag: replicaLag, report },
  });
}
