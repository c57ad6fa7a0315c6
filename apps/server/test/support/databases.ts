import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Database } from '../../src/database/database.js';
import { openDatabase } from '../../src/database/open-database.js';
import { openInMemory } from '../../src/database/embedded.js';

export type DatabaseKind = 'embedded' | 'postgres';

const adminUrl = process.env['TEST_DATABASE_URL'];

/** The databases that a test runs on: PostgreSQL too, where a server for tests is named. */
export const databaseKinds: readonly DatabaseKind[] = adminUrl ? ['embedded', 'postgres'] : ['embedded'];

export interface TestDatabase {
  readonly database: Database;
  /** What opens the same database from another process or a second service. */
  readonly location: { readonly dataDir: string; readonly databaseUrl: string | null };
  drop(): Promise<void>;
}

/** A copy of the seeded database, of the test's own. */
export async function copyDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  return kind === 'embedded' ? copyEmbedded() : copyPostgres();
}

/** The same without files and a folder to name, which is sooner there: for tests that need no second process. */
export async function copyInMemory(kind: DatabaseKind): Promise<TestDatabase> {
  if (kind === 'postgres') return copyPostgres();
  const database = await openInMemory(new Blob([await readFile(prepared('test-data.tar'))]));
  return { database, location: { dataDir: tmpdir(), databaseUrl: null }, drop: () => database.close() };
}

const prepared = (name: string): string => fileURLToPath(new URL(`../../../../.nx/${name}`, import.meta.url));

async function copyEmbedded(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'catalogue-test-'));
  await cp(prepared('test-data'), dataDir, { recursive: true });
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

async function copyPostgres(): Promise<TestDatabase> {
  const name = `catalogue_test_${randomUUID().replaceAll('-', '')}`;
  await administrate(`CREATE DATABASE ${name} TEMPLATE catalogue_test_template`);
  const url = new URL(adminUrl ?? '');
  url.pathname = `/${name}`;
  const location = { dataDir: tmpdir(), databaseUrl: url.href };
  const database = await openDatabase(location);
  return {
    database,
    location,
    drop: async () => {
      await database.close();
      await administrate(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
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
