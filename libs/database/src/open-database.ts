import type { Configuration } from '@resource-catalogue/program';
import type { Database } from './database.js';

type DatabaseSettings = Pick<Configuration, 'databaseUrl' | 'dataDir'> &
  Partial<Pick<Configuration, 'databaseDirectUrl' | 'databaseReplicaUrls' | 'replicaLag' | 'synchronousCommit'>>;

/** Opens and migrates the configured database. The embedded one reports what happens to its files. */
export async function openDatabase(
  settings: DatabaseSettings,
  report: (line: string) => void = () => undefined,
): Promise<Database> {
  const { databaseUrl, databaseDirectUrl = null, dataDir, databaseReplicaUrls = [], replicaLag = 5000 } = settings;
  // Loaded on demand: a start needs only one of the two.
  if (databaseUrl === null) return (await import('./embedded.js')).openEmbedded(dataDir, report);
  const { connectPostgres, databaseTimeouts } = await import('./postgres.js');
  return connectPostgres(databaseUrl, databaseTimeouts, {
    directUrl: databaseDirectUrl,
    synchronousCommit: settings.synchronousCommit ?? 'on',
    replicas: { urls: databaseReplicaUrls, lag: replicaLag, report },
  });
}
