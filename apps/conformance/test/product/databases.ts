import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

const adminUrl = process.env['TEST_DATABASE_URL'];

export type DatabaseKind = 'embedded' | 'postgres';

/** The databases that the product is checked on: PostgreSQL too, where a server for tests is named. */
export const databaseKinds: readonly DatabaseKind[] = adminUrl ? ['embedded', 'postgres'] : ['embedded'];

/** An empty database of the test's own, as the settings that name it. */
export interface EmptyDatabase {
  readonly settings: Readonly<Record<string, string>>;
  drop(): Promise<void>;
}

export async function emptyDatabase(kind: DatabaseKind): Promise<EmptyDatabase> {
  if (kind === 'embedded') {
    const folder = await mkdtemp(join(tmpdir(), 'catalogue-conformance-'));
    return { settings: { DATA_DIR: folder }, drop: () => rm(folder, { recursive: true, force: true }) };
  }
  const name = `catalogue_conformance_${randomUUID().replaceAll('-', '')}`;
  await administrate(`CREATE DATABASE ${name}`);
  const url = new URL(adminUrl ?? '');
  url.pathname = `/${name}`;
  return {
    settings: { DATABASE_URL: url.href },
    drop: () => administrate(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function administrate(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
