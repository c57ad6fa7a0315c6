import { randomUUID } from 'node:crypto';
import type { DatabaseKind } from '@resource-catalogue/testing/database-kinds';
import {
  banner,
  catalogueOfNobody,
  emptyFolder,
  seededFolder,
  startService as start,
} from '@resource-catalogue/testing/running-program';
import pg from 'pg';
import { isObject, parseJson, toText } from '../../src/json.js';
import { exhaustive } from '../exhaustive.js';

type Settings = Readonly<Record<string, string>>;

interface Database {
  readonly settings: Settings;
  readonly isSeeded: boolean;
  drop(): Promise<void>;
}

const adminUrl = process.env['TEST_DATABASE_URL'] ?? '';

/** Creates a database for a test; an embedded one with rows is a copy, because seeding takes much longer. */
export async function ownDatabase(kind: DatabaseKind, isSeeded = false): Promise<Database> {
  if (kind === 'embedded') {
    const folder = isSeeded ? await seededFolder() : await emptyFolder();
    return { settings: { DATA_DIR: folder, DEMO: 'off' }, isSeeded, drop: () => Promise.resolve() };
  }
  const name = `catalogue_conformance_${randomUUID().replaceAll('-', '')}`;
  await administrate(`CREATE DATABASE ${name}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const drop = () => administrate(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  return { settings: { DATABASE_URL: url.href, DEMO: 'off' }, isSeeded: false, drop };
}

async function administrate(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Runs commands of the operator's command line in one process; returns the JSON objects that they print. */
export async function catalogue(settings: Settings, ...calls: readonly (readonly string[])[]) {
  const endings = await catalogueOfNobody(settings, ...calls);
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
  drop(): Promise<void>;
}

/** Always the same catalogue, so that runs are comparable; a small one in the main run. */
const size = exhaustive ? [] : ['--scale', '300', '--seed', '7'];
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
export async function startProduct(kind: DatabaseKind): Promise<Product> {
  const { settings, isSeeded, drop } = await ownDatabase(kind, !exhaustive);
  const create = ['tokens', 'create', '--json', '--name'];
  const creations = Object.entries(tokenOptions).map(([name, flags]) => [...create, name, ...flags]);
  const tokens = await catalogue(settings, ...(isSeeded ? [] : [seed]), ...creations);
  await catalogue(settings, ['tokens', 'revoke', toText(tokens.at(-1)?.['id'])]);
  // The suite sends more refused tokens in a minute than the default limit allows.
  const url = await startService({ ...settings, AUTH_FAILURE_LIMIT: '1000000/60s' });
  const entries = tokens.map(({ name, token }): [string, string] => [toText(name), toText(token)]);
  return { url, tokens: Object.fromEntries(entries), drop };
}
