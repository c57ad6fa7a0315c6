import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The state described by a directory of .prisma files, in the schema engine's terms. */
export async function schemaState(folder) {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.prisma')).sort();
  const files = names.map(async (name) => ({
    path: join(folder, name),
    content: await readFile(join(folder, name), 'utf8'),
  }));
  return { tag: 'schemaDatamodel', files: await Promise.all(files) };
}

/** Thrown when a directory cannot be read as Prisma's; the message says why and what to do. */
export class UnreadableFolder extends Error {}

async function migrationIn(folder, name) {
  return readFile(join(folder, name, 'migration.sql'), 'utf8').catch((error) => {
    if (error.code !== 'ENOENT') throw error;
    throw new UnreadableFolder(`The migration ${name} has no migration.sql: add the file, or delete the directory.`);
  });
}

/** The state that a directory of migrations leads to, in the schema engine's terms. */
export async function migrationsState(folder) {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const directories = names.sort().map(async (path) => {
    const value = await migrationIn(folder, path);
    return { path, migrationFile: { path: 'migration.sql', content: { tag: 'ok', value } } };
  });
  const migrationDirectories = await Promise.all(directories);
  return {
    tag: 'migrations',
    baseDir: folder,
    lockfile: {
      path: 'migration_lock.toml',
      content: await readFile(join(folder, 'migration_lock.toml'), 'utf8'),
    },
    shadowDbInitScript: '',
    migrationDirectories,
  };
}
