import { copySeededFiles } from '@resource-catalogue/testing/prepared-files';
import { isObject, parseJson, textOf } from '../../src/json.js';
import { exhaustive } from '../exhaustive.js';
import { catalogue, startService } from '../processes.js';
import { type DatabaseKind, emptyDatabase } from './databases.js';

/** The product's own server with the demonstration catalogue, and a token of every kind. */
export interface Product {
  readonly url: string;
  /** By the options of `check` that take them. */
  readonly tokens: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

type Settings = Readonly<Record<string, string>>;

/** The same catalogue every time, so that what a run can show is the same, too; a small one in the main run. */
const size = exhaustive ? [] : ['--scale', '300', '--seed', '7'];
const seed = ['seed', ...size, '--at', '2026-03-01T12:00:00.000Z'];

const able = 'read,projects:write';
const large = ['--quota', '1000000/60s'];

/** AUTH-4, RATE-1: tokens as an operator issues them, by the name of their option. */
const wishes = {
  token: ['--scopes', able, ...large],
  'second-token': ['--scopes', able, ...large],
  'limited-token': ['--scopes', 'bookings:read', ...large],
  'quota-token': ['--scopes', 'read', '--quota', '5/3s'],
  'expired-token': ['--scopes', 'read', '--expires-in', '1s'],
  'revoked-token': ['--scopes', 'read'],
};

/** What still fills the database. A folder with the small catalogue is there, as to set one up takes far longer. */
async function seeding({ DATA_DIR }: Settings): Promise<string[][]> {
  if (exhaustive || DATA_DIR === undefined) return [seed];
  await copySeededFiles(DATA_DIR);
  return [];
}

/** Fills the database; answers the tokens, by the options of `check` that take them. */
async function furnish(settings: Settings): Promise<Record<string, string>> {
  const creations = Object.entries(wishes).map(([name, wish]) => [
    'tokens',
    'create',
    '--json',
    '--name',
    name,
    ...wish,
  ]);
  const printed = await catalogue(settings, ...(await seeding(settings)), ...creations);
  const tokens = printed
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map(parseJson)
    .filter(isObject);
  await catalogue(settings, ['tokens', 'revoke', textOf(tokens.at(-1)?.['id'] ?? null)]);
  return Object.fromEntries(tokens.map(({ name, token }) => [textOf(name), textOf(token)]));
}

/** Starts the server as it was built, on a database of its own. */
export async function startProduct(kind: DatabaseKind): Promise<Product> {
  const database = await emptyDatabase(kind);
  const settings = { ...database.settings, LOG_LEVEL: 'warn', DEMO: 'off' };
  const tokens = await furnish(settings);
  // Of refused tokens, the suite sends more in a minute than one client should.
  const service = startService({ ...settings, PORT: '0', AUTH_FAILURE_LIMIT: '1000000/60s' });
  const banner = await service.described(/^Access tokens .*\n/m);
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
