import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withConnection, describeDatabase } from '../database.mjs';
import { runCommand, serverFolder, serviceEnvironment, start } from '../processes.mjs';

const name = 'Resource Catalogue';

/**
 * The complete service, as in production: authentication, quotas, entity tags, ids and limits; its log is discarded.
 */
export async function startService(databaseUrl, undo, node = process.execPath) {
  const environment = serviceEnvironment({ DATABASE_URL: databaseUrl });
  const { id, token } = createToken(environment);
  undo.add(() =>
    withConnection(databaseUrl, (client) => client.query('DELETE FROM access_tokens WHERE id = $1', [id])),
  );
  return { ...(await startWith(environment, token, databaseUrl, undo, node)), id: 'service', name };
}

/** The service on another version of Node or PostgreSQL. */
export async function startOther(databaseUrl, undo, node) {
  const peer = await startService(databaseUrl, undo, node);
  const [ofNode, ofPostgres] = [peer.facts.node, peer.facts.postgres].map((version) => version.split('.')[0]);
  return { ...peer, id: 'other', name: `${name}, Node ${ofNode}, PostgreSQL ${ofPostgres}` };
}

/** The service on its embedded database, filled by an import whose cost is one of the facts. */
export async function startEmbedded(bookings, undo) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  undo.add(() => rm(folder, { recursive: true, force: true }));
  const [source, files, target] = ['source', 'files', 'target'].map((part) => join(folder, part));
  await runCommand(['seed', '--scale', String(bookings), '--rare'], { DATA_DIR: source }, undo);
  await runCommand(['export', files], { DATA_DIR: source }, undo);
  const imported = await runCommand(['import', files], { DATA_DIR: target }, undo);
  const environment = serviceEnvironment({ DATA_DIR: target });
  const databaseUrl = `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(join(target, 'pgdata'))}`;
  const peer = await startWith(environment, createToken(environment).token, databaseUrl, undo);
  return { ...peer, id: 'embedded', name: `${name}, embedded`, imported };
}

async function startWith(environment, token, databaseUrl, undo, node = process.execPath) {
  const withPort = (PORT) => ({ ...environment, PORT, HOST: '127.0.0.1' });
  const { seconds, ...running } = await start([node, 'bundle/main.js'], withPort, undo, '/health/ready');
  const version = spawnSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout.trim();
  const facts = { node: version, ...(await describeDatabase(databaseUrl)), seconds };
  const headers = { authorization: `Bearer ${token}` };
  return { ...running, databaseUrl, facts, headers, list: listPath, get: (booking) => `/api/v1/bookings/${booking}` };
}

const listPath = (from) => `/api/v1/bookings?sort=starts_at&limit=100&filters[starts_at][gte]=${from}`;

/** Creates a token that reads everything and has a practically unlimited quota. */
function createToken(env) {
  const words = ['tokens', 'create', '--json', '--name', 'bench', '--scopes', 'read', '--expires-in', '1d'];
  const args = ['bundle/catalogue.js', ...words, '--quota', '100000000/60s'];
  const made = spawnSync(process.execPath, args, { cwd: serverFolder, env, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(made.stderr.trim());
  return JSON.parse(made.stdout);
}
