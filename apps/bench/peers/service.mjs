import { spawnSync } from 'node:child_process';
import { connected, urlOf } from '../database.mjs';
import { serverFolder, start } from './process.mjs';

const id = 'service';

/**
 * The complete service, as in production: authentication, quotas, entity tags, ids and limits; its log is discarded.
 */
export const service = {
  id,
  name: 'Resource Catalogue',
  async start(databaseUrl, undo) {
    const token = await accessToken(databaseUrl, undo);
    const running = await startService(databaseUrl, undo);
    return { ...running, headers: { authorization: `Bearer ${token}` } };
  },
  list: (from) => `/api/v1/bookings?sort=starts_at&limit=100&filters[starts_at][gte]=${from}`,
  get: (booking) => `/api/v1/bookings/${booking}`,
  places: () => '/api/v1/places?sort=name&limit=100',
};

/** Resolves when the service is ready. */
export const startService = (databaseUrl, undo) => startWith(environmentOf(databaseUrl), undo);

/** Starts the service on the embedded database of a data directory. */
export const startEmbedded = (folder, undo) => startWith(bareEnvironment({ DATA_DIR: folder }), undo);

function startWith(environment, undo) {
  return start(process.execPath, ['bundle/main.js'], {
    environment: (PORT) => ({ ...environment, PORT, HOST: '127.0.0.1' }),
    path: '/health/ready',
    undo,
  });
}

/** Only the variables that programs need to run, so that the caller's settings have no effect. */
function bareEnvironment(variables) {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, NODE_ENV: 'production', DEMO: 'off', ...variables };
}

const environmentOf = (databaseUrl) => bareEnvironment({ DATABASE_URL: urlOf(databaseUrl, id) });

async function accessToken(databaseUrl, undo) {
  const { id: made, token } = createToken(environmentOf(databaseUrl));
  undo.add(() => connected(databaseUrl, (client) => client.query('DELETE FROM access_tokens WHERE id = $1', [made])));
  return token;
}

/** The headers for the embedded database. */
export function headersFor(folder) {
  return { authorization: `Bearer ${createToken(bareEnvironment({ DATA_DIR: folder })).token}` };
}

/** Creates a token with all permissions and a practically unlimited quota. */
function createToken(env) {
  const words = ['tokens', 'create', '--json', '--name', 'bench', '--scopes', 'read,projects:write'];
  const args = ['bundle/catalogue.js', ...words, '--quota', '100000000/60s', '--expires-in', '1d'];
  const made = spawnSync(process.execPath, args, { cwd: serverFolder, env, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(made.stderr.trim());
  return JSON.parse(made.stdout);
}
