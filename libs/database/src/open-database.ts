import { type Configuration, readConfiguration } from '@resource-catalogue/program';
import { connectPostgres, databaseTimeouts, type PostgresSettings } from './connections/postgres.js';
import type { Database } from './database.js';
import { openServer } from './embedded/embedded-server.js';
import { explainOpening } from './explain-opening.js';

/** Does the work of a command in a database. */
export type WithDatabase = <T>(work: (database: Database) => Promise<T>) => Promise<T>;

/** Opens the configured database for one command and always closes it. */
export const withDatabase: WithDatabase = async (work) => {
  // Commands read the current state, so not from replicas.
  const database = await openDatabase({ ...readConfiguration(process.env), databaseReplicaUrls: [] });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
};

type DatabaseSettings = Pick<Configuration, 'databaseUrl' | 'dataDir'> &
  Partial<Pick<Configuration, 'databaseDirectUrl' | 'databaseReplicaUrls' | 'replicaLag' | 'synchronousCommit'>>;

/**
 * Opens and migrates the configured database. Throws a one-line error that names the database and the reason if it
 * cannot be used.
 */
export async function openDatabase(settings: DatabaseSettings, report?: (line: string) => void): Promise<Database> {
  try {
    return await open(settings, report);
  } catch (error) {
    throw explainOpening(settings, error) ?? error;
  }
}

async function open(settings: DatabaseSettings, report: (line: string) => void = () => undefined): Promise<Database> {
  const { databaseUrl, databaseDirectUrl = null, dataDir, databaseReplicaUrls = [], replicaLag = 5000 } = settings;
  const synchronousCommit = settings.synchronousCommit ?? 'on';
  if (databaseUrl === null) return openEmbedded(dataDir, { synchronousCommit });
  return connectPostgres(databaseUrl, databaseTimeouts, {
    directUrl: databaseDirectUrl,
    synchronousCommit,
    replicas: { urls: databaseReplicaUrls, lag: replicaLag, report },
  });
}

/** Opens the database of a data directory on a server that ends with its last user. */
async function openEmbedded(dataDir: string, settings: PostgresSettings): Promise<Database> {
  const server = await openServer(dataDir);
  try {
    const database = await connectPostgres(server.url, databaseTimeouts, settings);
    let closed: Promise<void> | undefined;
    const close = async () => {
      await database.close();
      await server.release();
    };
    return { ...database, psql: server.psql, close: () => (closed ??= close()) };
  } catch (error) {
    await server.release();
    throw error;
  }
}
