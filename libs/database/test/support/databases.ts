import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { prepared } from '@resource-catalogue/testing/prepared-files';
import pg from 'pg';
import { asObject, asText } from '@resource-catalogue/testing/json';
import type { Database } from '../../src/database.js';
import { connectPostgres, type DatabaseTimeouts } from '../../src/connections/postgres.js';

/** The server of all tests: that of TEST_DATABASE_URL, or the one that Jest's global setup starts. */
const serverUrl = process.env['TEST_SERVER_URL'] ?? '';

export interface TestDatabase {
  readonly database: Database;
  /** The settings for another process or service to open the same database. */
  readonly location: { readonly dataDir: string; readonly databaseUrl: string };
  drop(): Promise<void>;
}

/** The test's own copy of the seeded database. It does not count as demo data, which an import would replace. */
export async function seededDatabase(timeouts?: DatabaseTimeouts): Promise<TestDatabase> {
  const copied = await copy('template', timeouts);
  await copied.database.exec(`DELETE FROM catalogue_settings WHERE starts_with(key, 'demo.')`);
  return copied;
}

/** A migrated database without rows; closing it drops it. */
export async function scratchDatabase(timeouts?: DatabaseTimeouts): Promise<Database> {
  const { database, drop } = await copy('emptyTemplate', timeouts);
  return { ...database, close: drop };
}

/** A database without tables, for tests that open their own connections. */
export const createBareDatabase = (): Promise<BareDatabase> => createDatabase('template0');

interface BareDatabase {
  readonly url: string;
  /** May be called early, with open connections. */
  drop(): Promise<void>;
}

async function copy(template: 'template' | 'emptyTemplate', timeouts?: DatabaseTimeouts): Promise<TestDatabase> {
  const names = asObject(JSON.parse(await readFile(prepared('test-databases.json'), 'utf8')));
  const { url, drop } = await createDatabase(asText(names[template]));
  const database = await connectPostgres(url, timeouts);
  return {
    database,
    location: { dataDir: tmpdir(), databaseUrl: url },
    drop: async () => {
      await database.close();
      await drop();
    },
  };
}

async function createDatabase(template: string): Promise<BareDatabase> {
  const name = `catalogue_test_${randomUUID().replaceAll('-', '')}`;
  await administrate(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administrate(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

/** Runs one statement on the server's default database. The lock serialises copies of the same template. */
async function administrate(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock(7041)');
    await client.query(statement);
  } finally {
    await client.end();
  }
}
