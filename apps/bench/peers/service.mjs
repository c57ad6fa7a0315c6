import { spawnSync } from 'node:child_process';
import { connected, urlOf } from '../database.mjs';
import { serverFolder, start } from './process.mjs';

const id = 'service';

/** The service whole, as in production: authentication and quotas, entity tags, ids, limits, and its log, which goes nowhere. */
export const service = {
  id,
  name: 'Resource Catalogue',
  async start(databaseUrl, undo) {
    const token = await accessToken(databaseUrl, undo);
    const running = await startService(databaseUrl, undo, 50);
    return { ...running, headers: { authorization: `Bearer ${token}` } };
  },
  list: (from) => `/api/v1/bookings?sort=starts_at&limit=100&filters[starts_at][gte]=${from}`,
  get: (booking) => `/api/v1/bookings/${booking}`,
  places: () => '/api/v1/places?sort=name&limit=100',
};

/** Resolves when the service says that it is ready. */
export function startService(databaseUrl, undo, every, flags = []) {
  return start(process.execPath, [...flags, 'bundle/main.js'], {
    environment: (PORT) => ({ ...environmentOf(databaseUrl), PORT, HOST: '127.0.0.1' }),
    path: '/health/ready',
    every,
    undo,
  });
}

/** Nothing of the variables around, but for what programs need to run at all. */
export function bareEnvironment(variables) {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, NODE_ENV: 'production', DEMO: 'off', ...variables };
}

const environmentOf = (databaseUrl) => bareEnvironment({ DATABASE_URL: urlOf(databaseUrl, id) });

export async function accessToken(databaseUrl, undo) {
  const { id: made, token } = JSON.parse(catalogue(environmentOf(databaseUrl), ...tokenWish));
  undo.add(() => connected(databaseUrl, (client) => client.query('DELETE FROM access_tokens WHERE id = $1', [made])));
  return token;
}

/** The words for a token that may do everything, practically without limit. */
export const tokenWish = [
  ...['tokens', 'create', '--json', '--name', 'bench', '--scopes', 'read,projects:write'],
  ...['--quota', '100000000/60s', '--expires-in', '1d'],
];

/** What a command says. */
export function catalogue(env, ...words) {
  const made = spawnSync(process.execPath, ['bundle/catalogue.js', ...words], {
    cwd: serverFolder,
    env,
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(made.stderr.trim());
  return made.stdout;
}
