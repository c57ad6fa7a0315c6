import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The state that a folder of .prisma files describes, in the schema engine's terms. */
export async function schemaState(folder) {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.prisma')).sort();
  const files = names.map(async (name) => ({
    path: join(folder, name),
    content: await readFile(join(folder, name), 'utf8'),
  }));
  return { tag: 'schemaDatamodel', files: await Promise.all(files) };
}

/** The state that a folder of migrations leads to, in the schema engine's terms. */
export async function migrationsState(folder) {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const directories = names.sort().map(async (path) => {
    const value = await readFile(join(folder, path, 'migration.sql'), 'utf8');
    return { path, migrationFile: { path: 'migration.sql', content: { tag: 'ok', value } } };
  });
  return {
    tag: 'migrations',
    baseDir: folder,
    lockfile: {
      path: 'migration_lock.toml',
      content: await readFile(join(folder, 'migration_lock.toml'), 'utf8'),
    },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(directories),
  };
}
