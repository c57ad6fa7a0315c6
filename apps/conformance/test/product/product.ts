import {
  banner,
  commandsInTurn,
  emptyFolder,
  seededFolder,
  startService as start,
} from '@resource-catalogue/testing/running-program';
import { isObject, parseJson, toText } from '../../src/json.js';
import { isExhaustive } from '../exhaustive.js';

type Settings = Readonly<Record<string, string>>;

interface Database {
  readonly settings: Settings;
  readonly isSeeded: boolean;
}

/** A data directory for a test; one with rows is a copy, because seeding takes much longer. */
export async function createDatabase(isSeeded = false): Promise<Database> {
  const folder = isSeeded ? await seededFolder() : await emptyFolder();
  return { settings: { DATA_DIR: folder, DEMO: 'off' }, isSeeded };
}

/** Runs commands of the operator's command line in one process; returns the JSON objects that they print. */
export async function catalogue(settings: Settings, ...calls: readonly (readonly string[])[]) {
  const endings = await commandsInTurn(settings, ...calls);
  const failed = endings.find(({ code }) => code !== 0);
  // The log on stdout lists the rows that a mirror omitted, with reasons.
  if (failed) throw new Error(`${calls.join('; ')} ended with ${failed.code}: ${failed.stderr}${failed.stdout}`);
  return endings.map(({ stdout }) => parseJson(stdout)).filter(isObject);
}

/** Starts the built service and returns its URL. */
export async function startService(settings: Settings): Promise<string> {
  return (await banner(start(settings))).url;
}

/** The built service with the demonstration catalogue, and its tokens by the options of `check`. */
export interface Product {
  readonly url: string;
  readonly tokens: Readonly<Record<string, string>>;
}

/** Always the same catalogue, so that runs are comparable; a small one in the main run. */
const size = isExhaustive ? [] : ['--scale', '300', '--seed', '7'];
const seed = ['seed', ...size, '--at', '2026-03-01T12:00:00.000Z', '--rare'];

const large = ['--scopes', 'read,projects:write', '--quota', '1000000/60s'];

/** AUTH-4, RATE-1: how an operator issues each token, by the options of `check`. */
const tokenOptions = {
  token: large,
  'second-token': large,
  'limited-token': ['--scopes', 'bookings:read', '--quota', '1000000/60s'],
  'writing-token': ['--scopes', 'projects:write', '--quota', '1000000/60s'],
  'quota-token': ['--scopes', 'read', '--quota', '5/3s'],
  'expired-token': ['--scopes', 'read', '--expires-in', '1s'],
  'revoked-token': ['--scopes', 'read'],
};

/** Starts the built server on a separate database. */
export async function startProduct(): Promise<Product> {
  const { settings, isSeeded } = await createDatabase(!isExhaustive);
  const create = ['tokens', 'create', '--json', '--name'];
  const creations = Object.entries(tokenOptions).map(([name, flags]) => [...create, name, ...flags]);
  const tokens = await catalogue(settings, ...(isSeeded ? [] : [seed]), ...creations);
  await catalogue(settings, ['tokens', 'revoke', toText(tokens.at(-1)?.['id'])]);
  // The suite sends more rejected tokens in a minute than the default limit allows.
  const url = await startService({ ...settings, AUTH_FAILURE_LIMIT: '1000000/60s' });
  const entries = tokens.map(({ name, token }): [string, string] => [toText(name), toText(token)]);
  return { url, tokens: Object.fromEntries(entries) };
}
