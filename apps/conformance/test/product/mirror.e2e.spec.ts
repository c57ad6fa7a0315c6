import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTransport, list } from '@resource-catalogue/client';
import { collections } from '@resource-catalogue/contracts';
import { copyEmptyFiles } from '@resource-catalogue/testing/prepared-files';
import { type ReferenceServer, startReferenceServer } from '@resource-catalogue/reference-server';
import { isObject, type Json, parseJson, textOf } from '../../src/json.js';
import { exhaustive } from '../exhaustive.js';
import { catalogue, startService } from '../processes.js';
import { databaseKinds, type EmptyDatabase, emptyDatabase } from './databases.js';

const large = { requests: 1_000_000, seconds: 60 };
const size = exhaustive ? 'rich' : 'poor';

/** Every row that a server lists, by collection. */
async function everyRow(baseUrl: string, token: string): Promise<Record<string, Json[]>> {
  const transport = createTransport({ baseUrl, token });
  const rows: Record<string, Json[]> = {};
  for (const { name } of collections) {
    rows[name] = [];
    for await (const { data } of list<Json, object, 'created_at'>(
      transport,
      { name },
      { sort: 'created_at', limit: 200 },
    ).pages())
      rows[name].push(...data);
  }
  return rows;
}

/** What a row owns has an order of the server's own, unless the interface says one (SHAPE-10). */
function inOneOrder(value: Json): Json {
  if (Array.isArray(value)) {
    const items = value.map(inOneOrder);
    return items.every(isObject)
      ? items.sort((one, other) => (textOf(one['id']) < textOf(other['id']) ? -1 : 1))
      : items;
  }
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inOneOrder(inner)]))
    : value;
}

describe.each(databaseKinds.slice(-1))("the product's mirror of another implementation, on %s", (kind) => {
  let source: ReferenceServer;
  let database: EmptyDatabase;
  beforeAll(async () => {
    source = await startReferenceServer({ size, quota: large });
    database = await emptyDatabase(kind);
    // To set one up takes far longer.
    const { DATA_DIR } = database.settings;
    if (DATA_DIR !== undefined) await copyEmptyFiles(DATA_DIR);
  });
  afterAll(async () => {
    await source.close();
    await database.drop();
  });

  it('lists what the source lists', async () => {
    const settings = { ...database.settings, DEMO: 'off', LOG_LEVEL: 'warn' };
    const mirroring = { ...settings, MIRROR_TOKEN: source.tokens.full };
    const wish = ['--name', 'reader', '--scopes', 'read', '--quota', '1000000/60s'];
    const calls = [
      ['mirror', source.url, '--once'],
      ['tokens', 'create', '--json', ...wish],
    ];
    // Only the token is printed.
    const made = parseJson(await catalogue(mirroring, ...calls));
    const service = startService({ ...settings, PORT: '0' });
    const banner = await service.described(/^Access tokens .*\n/m);
    const url = /^Resource Catalogue +(\S+)$/m.exec(banner)?.[1] ?? '';
    const mirrored = await everyRow(url, isObject(made) ? textOf(made['token']) : '');
    service.child.kill();
    await service.ended;
    expect(inOneOrder(mirrored)).toEqual(inOneOrder(await everyRow(source.url, source.tokens.full)));
  });
});
