import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copySeededFiles, prepared } from '@resource-catalogue/testing/prepared-files';
import pg from 'pg';
import { type DatabaseKind, databaseKinds } from '@resource-catalogue/testing/database-kinds';
import { asObject, asText } from '@resource-catalogue/testing/json';
import type { Database } from '../../src/database.js';
import { openInMemory } from '../../src/embedded.js';
import { openDatabase } from '../../src/open-database.js';
import { connectPostgres, type DatabaseTimeouts } from '../../src/postgres.js';

export { type DatabaseKind, databaseKinds };

const adminUrl = process.env['TEST_DATABASE_URL'];

export interface TestDatabase {
  readonly database: Database;
  /** The settings for another process or service to open the same database. */
  readonly location: { readonly dataDir: string; readonly databaseUrl: string | null };
  drop(): Promise<void>;
}

/** The test's own copy of the seeded database, which a second process can open. Most tests only need a shared one. */
export async function copyDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  return kind === 'embedded' ? copyEmbedded() : copyPostgres();
}

/** The image from which an embedded database without files is created, with the seeded data. */
export async function seededImage(): Promise<Blob> {
  return new Blob([await readFile(prepared('test-data.tar'))]);
}

/** A separate embedded database without files, with the seeded data, for tests that close or break it. */
export async function ownDatabase(): Promise<TestDatabase> {
  const database = await openInMemory(await seededImage());
  return { database, location: { dataDir: tmpdir(), databaseUrl: null }, drop: () => database.close() };
}

async function copyEmbedded(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'catalogue-test-'));
  await copySeededFiles(dataDir);
  const location = { dataDir, databaseUrl: null };
  const database = await openDatabase(location);
  return {
    database,
    location,
    drop: async () => {
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The test's own PostgreSQL database: the seeded one, or one with the newest schema and no rows. */
export async function copyPostgres(
  timeouts?: DatabaseTimeouts,
  template: 'template' | 'emptyTemplate' = 'template',
): Promise<TestDatabase> {
  const names = asObject(JSON.parse(await readFile(prepared('test-databases.json'), 'utf8')));
  const { url, drop } = await createPostgres(asText(names[template]));
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

/** A PostgreSQL database, copied from another one or empty. The test may drop it early. */
export async function createPostgres(template?: string): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const name = `catalogue_test_${randomUUID().replaceAll('-', '')}`;
  await administrate(`CREATE DATABASE ${name}${template === undefined ? '' : ` TEMPLATE ${template}`}`);
  const url = new URL(adminUrl ?? '');
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administrate(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

/** Runs one statement on the server's default database. The lock serialises copies of the same template. */
async function administrate(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock(7041)');
    await client.query(statement);
  } finally {
    await client.end();
  }
}
