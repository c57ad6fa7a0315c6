import { createHash, randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { migrate, readMigrations } from '../../../src/migrate.js';
import { migrationsFolder } from '../../../src/migrations-folder.js';
import { SharedDatabase } from './shared-database.js';

/** Migrated and empty. */
export const migratedDatabases = new SharedDatabase(migratedImage);

/** Setting an embedded database up takes seconds, and loading its image a fraction of one, so suites share the image. */
export async function migratedImage(): Promise<Blob> {
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
