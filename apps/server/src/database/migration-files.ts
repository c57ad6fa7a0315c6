import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

export interface Migration {
  readonly name: string;
  readonly script: string;
  readonly checksum: string;
  /** False for the statements that PostgreSQL refuses inside a transaction. */
  readonly transactional: boolean;
}

/** The migrations of a folder as Prisma Migrate lays them out, oldest first. */
export async function readMigrations(folder: URL): Promise<readonly Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(names.sort().map((name) => readMigration(folder, name)));
}

async function readMigration(folder: URL, name: string): Promise<Migration> {
  const script = await readFile(new URL(`${name}/migration.sql`, folder), 'utf8');
  return {
    name,
    script,
    checksum: createHash('sha256').update(script).digest('hex'),
    transactional: !/^(CREATE|DROP|REINDEX)\b[^;]*\bCONCURRENTLY\b/im.test(script),
  };
}
