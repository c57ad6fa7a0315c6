import { createHash, randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { migrationsFolder } from '@resource-catalogue/prisma';
import pg from 'pg';
import type { Database } from '../../src/database/database.js';
import { openInMemory } from '../../src/database/embedded.js';
import { migrate } from '../../src/database/migrate.js';
import { readMigrations } from '../../src/database/migration-files.js';
import { connectPostgres } from '../../src/database/postgres.js';
import type { DatabaseKind } from './databases.js';

const adminUrl = process.env['TEST_DATABASE_URL'];

/** A migrated, empty database of its own; closing it removes it. */
export async function scratchDatabase(kind: DatabaseKind = 'embedded'): Promise<Database> {
  if (kind === 'embedded') return openInMemory(await migratedImage());
  const { url, drop } = await scratchPostgres();
  const database = await connectPostgres(url);
  return { ...database, close: () => database.close().then(drop) };
}

/** An empty PostgreSQL database, for tests that connect by themselves. */
export async function scratchPostgres(): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const name = `catalogue_test_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(`CREATE DATABASE ${name}`);
  const url = new URL(adminUrl ?? '');
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Setting an embedded database up takes seconds, and loading its image a fraction of one, so suites share the image. */
async function migratedImage(): Promise<Blob> {
  const path = join(tmpdir(), `catalogue-image-${await imageVersion()}.tar.gz`);
  const known = await readFile(path).catch(() => null);
  if (known) return new Blob([known]);
  const engine = await PGlite.create();
  const query = async (text: string, values: readonly string[]) =>
    (await engine.query<Record<string, unknown>>(text, [...values])).rows;
  await migrate({ query, exec: (script) => engine.exec(script) }, migrationsFolder);
  const image = await engine.dumpDataDir('gzip');
  await engine.close();
  // Suites run at once: none may find a half written file.
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, new Uint8Array(await image.arrayBuffer()));
  await rename(draft, path);
  return image;
}

async function imageVersion(): Promise<string> {
  const hash = createHash('sha256');
  hash.update(await readFile(createRequire(import.meta.url).resolve('@electric-sql/pglite')));
  for (const { name, checksum } of await readMigrations(migrationsFolder)) hash.update(`${name} ${checksum}\n`);
  return hash.digest('hex').slice(0, 16);
}
