import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newFolder, root, run, type RunningProgram } from '@resource-catalogue/testing/running-program';

type Variables = Readonly<Record<string, string>>;

/** A version of the programs in a folder of its own. */
export interface Version {
  start(variables: Variables): RunningProgram;
  catalogue(variables: Variables, ...args: readonly string[]): RunningProgram;
}

/** What a next version would be: these programs, and migrations of its own. It is removed after the test. */
export async function nextVersion(migrations: Readonly<Record<string, string>>): Promise<Version> {
  const folder = await newFolder();
  for (const path of ['apps/server/bundle', 'apps/server/package.json', 'prisma/migrations']) {
    await cp(join(root, path), join(folder, path), { recursive: true });
  }
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [name, script] of Object.entries(migrations)) {
    await mkdir(join(folder, 'prisma/migrations', name));
    await writeFile(join(folder, 'prisma/migrations', name, 'migration.sql'), script);
  }
  const program = (name: string) => join(folder, 'apps/server/bundle', name);
  return {
    start: (variables) => run(process.execPath, [program('main.js')], variables),
    catalogue: (variables, ...args) => run(process.execPath, [program('catalogue.js'), ...args], variables),
  };
}
