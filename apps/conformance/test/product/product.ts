import { isObject, parseJson, textOf } from '../../src/json.js';
import { catalogue, startService } from '../processes.js';
import { type DatabaseKind, emptyDatabase } from './databases.js';

/** The product's own server with the demonstration catalogue, and a token of every kind. */
export interface Product {
  readonly url: string;
  /** The options of `check` that hold the tokens. */
  readonly tokens: readonly string[];
  stop(): Promise<void>;
}

type Settings = Readonly<Record<string, string>>;

/** The same catalogue every time, so that what a run can show is the same, too. */
const seed = ['seed', '--at', '2026-03-01T12:00:00.000Z'];

const able = 'read,projects:write';
const large = ['--quota', '1000000/60s'];

async function newToken(settings: Settings, name: string, scopes: string, ...wish: readonly string[]) {
  const args = ['tokens', 'create', '--json', '--name', name, '--scopes', scopes, ...wish];
  const created = parseJson(await catalogue(settings, ...args));
  const { id = '', token = '' } = isObject(created) ? created : {};
  return { id: textOf(id), token: textOf(token) };
}

/** AUTH-4, RATE-1: tokens as an operator issues them. One after the other: an embedded database has one holder. */
async function newTokens(settings: Settings): Promise<string[]> {
  const full = await newToken(settings, 'full', able, ...large);
  const second = await newToken(settings, 'second', able, ...large);
  const limited = await newToken(settings, 'limited', 'bookings:read', ...large);
  const quota = await newToken(settings, 'quota', 'read', '--quota', '5/3s');
  const expired = await newToken(settings, 'expired', 'read', '--expires-in', '1s');
  const revoked = await newToken(settings, 'revoked', 'read');
  await catalogue(settings, 'tokens', 'revoke', revoked.id);
  const given = { full, second, limited, quota, expired, revoked };
  return Object.entries(given).flatMap(([name, { token }]) => [name === 'full' ? '--token' : `--${name}-token`, token]);
}

/** Starts the server as it was built, on a database of its own. */
export async function startProduct(kind: DatabaseKind): Promise<Product> {
  const database = await emptyDatabase(kind);
  const settings = { ...database.settings, LOG_LEVEL: 'warn', DEMO: 'off' };
  await catalogue(settings, ...seed);
  const tokens = await newTokens(settings);
  // Of refused tokens, the suite sends more in a minute than one client should.
  const service = startService({ ...settings, PORT: '0', AUTH_FAILURE_LIMIT: '1000000/60s' });
  const banner = await service.said(/^Access tokens .*\n/m);
  return {
    url: /^Resource Catalogue +(\S+)$/m.exec(banner)?.[1] ?? '',
    tokens,
    stop: async () => {
      service.child.kill();
      await service.ended;
      await database.drop();
    },
  };
}
