import { randomUUID } from 'node:crypto';
import type { Database } from '../../src/database/database.js';
import { administrate, copyPostgres, type DatabaseKind } from './databases.js';
import { migratedDatabases } from './once/migrated-databases.js';

const adminUrl = process.env['TEST_DATABASE_URL'];

/** A migrated, empty database; what is done to its rows is undone when it is closed. */
export async function scratchDatabase(kind: DatabaseKind = 'embedded'): Promise<Database> {
  if (kind === 'embedded') return migratedDatabases.lend();
  const { database, drop } = await copyPostgres(undefined, 'emptyTemplate');
  return { ...database, close: drop };
}

/** An empty PostgreSQL database, for tests that connect by themselves. */
export async function scratchPostgres(): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const name = `catalogue_test_${randomUUID().replaceAll('-', '')}`;
  await administrate(`CREATE DATABASE ${name}`);
  const url = new URL(adminUrl ?? '');
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administrate(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}
