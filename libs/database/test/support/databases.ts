import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copySeededFiles, prepared } from '@resource-catalogue/testing/prepared-files';
import pg from 'pg';
import { type DatabaseKind, databaseKinds } from '@resource-catalogue/testing/database-kinds';
import { objectOf, textOf } from '@resource-catalogue/testing/json';
import type { Database } from '../../src/database.js';
import { openInMemory } from '../../src/embedded.js';
import { openDatabase } from '../../src/open-database.js';
import { connectPostgres, type DatabaseTimeouts } from '../../src/postgres.js';

export { type DatabaseKind, databaseKinds };

const adminUrl = process.env['TEST_DATABASE_URL'];

export interface TestDatabase {
  readonly database: Database;
  /** The settings with which another process or service opens the same database. */
  readonly location: { readonly dataDir: string; readonly databaseUrl: string | null };
  drop(): Promise<void>;
}

/** A copy of the seeded database, of the test's own, which a second process can open. Most tests need but a shared one. */
export async function copyDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  return kind === 'embedded' ? copyEmbedded() : copyPostgres();
}

/** The seeded database as an embedded one without files is made of it. */
export async function seededImage(): Promise<Blob> {
  return new Blob([await readFile(prepared('test-data.tar'))]);
}

/** The seeded database as an embedded one without files, for tests that close it or break it. */
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

/** A PostgreSQL database of the test's own: the seeded one, or one that has the newest schema and no rows. */
export async function copyPostgres(
  timeouts?: DatabaseTimeouts,
  template: 'template' | 'emptyTemplate' = 'template',
): Promise<TestDatabase> {
  const names = objectOf(JSON.parse(await readFile(prepared('test-databases.json'), 'utf8')));
  const { url, drop } = await createPostgres(textOf(names[template]));
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

/** A PostgreSQL database that is made of another one, or is empty; a test may drop it before. */
export async function createPostgres(template?: string): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const name = `catalogue_test_${randomUUID().replaceAll('-', '')}`;
  await administrate(`CREATE DATABASE ${name}${template === undefined ? '' : ` TEMPLATE ${template}`}`);
  const url = new URL(adminUrl ?? '');
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administrate(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

/** Runs one statement on the server's own database; two copies of one template wait for each other. */
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
