import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { withConnection } from '../database.mjs';
import { serverFolder, serviceEnvironment, start } from '../processes.mjs';

const documents = fileURLToPath(new URL('documents.sql', import.meta.url));

/** The upper limit on this platform: sends stored documents without any checks. */
export async function startLimit(databaseUrl, undo) {
  undo.add(() => withConnection(databaseUrl, (client) => client.query('DROP SCHEMA IF EXISTS bench CASCADE')));
  const options = { cwd: serverFolder, env: serviceEnvironment({ DATABASE_URL: databaseUrl }), encoding: 'utf8' };
  const made = spawnSync('psql', ['-Xqd', databaseUrl, '-v', 'ON_ERROR_STOP=1', '-f', documents], options);
  if (made.status !== 0) throw new Error(`psql could not store the documents: ${made.error?.message ?? made.stderr}`);
  const environment = (PORT) => ({ ...process.env, DATABASE_URL: databaseUrl, PORT });
  const running = await start([process.execPath, '../bench/peers/limit-server.mjs'], environment, undo);
  return {
    ...{ id: 'limit', name: 'Limit: ready documents', databaseUrl, ...running, headers: {} },
    list: (from) => `/?from=${from}`,
    get: (booking) => `/${booking}`,
  };
}
