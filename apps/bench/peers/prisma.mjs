import { spawnSync } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serverFolder, startOwn } from './process.mjs';

const id = 'prisma';
const root = join(serverFolder, '../..');
const folder = join(root, '.nx/bench');

/** The same rows by Prisma's findMany on Nest: the service without its own read engine. */
export const prisma = {
  id,
  name: 'Nest, Prisma join',
  async start(databaseUrl, undo) {
    const client = await generatedClient();
    const hooks = pathToFileURL(join(root, 'tools/typescript.mjs')).href;
    const running = await startOwn(['--import', hooks, '../bench/peers/prisma-server.mjs'], {
      ...{ databaseUrl, id, undo },
      variables: { PRISMA_CLIENT: client },
      path: '/health',
    });
    return { ...running, headers: {} };
  },
  list: (from) => `/bookings?from=${from}`,
  get: (booking) => `/bookings/${booking}`,
};

/** Joins are a preview feature, which the service's schema does not enable. */
async function generatedClient() {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await cp(join(root, 'prisma/schema'), join(folder, 'schema'), { recursive: true });
  const file = join(folder, 'schema/schema.prisma');
  const schema = await readFile(file, 'utf8');
  await writeFile(file, schema.replace(/(generator client \{)/, '$1\n  previewFeatures = ["relationJoins"]'));
  const command = createRequire(import.meta.url).resolve('prisma/build/index.js');
  const made = spawnSync(process.execPath, [command, 'generate', '--no-hints', '--schema', join(folder, 'schema')], {
    cwd: root,
    // Prisma requires a schema engine, which is a download, but does not run it to generate: any file will do.
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: '1' },
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(made.stderr.trim());
  return pathToFileURL(join(folder, 'generated/client.ts')).href;
}
