import { expect, it } from '@jest/globals';
import { createTransport, list } from '@resource-catalogue/client';
import { collections } from '@resource-catalogue/contracts';
import { startReferenceServer } from '@resource-catalogue/reference-server';
import { isObject, type Json, toText } from '../../src/json.js';
import { isExhaustive } from '../exhaustive.js';
import { catalogue, createDatabase, startService } from './product.js';

/** All rows that a server lists, by collection. */
async function everyRow(baseUrl: string, token: string): Promise<Record<string, Json[]>> {
  const transport = createTransport({ baseUrl, token });
  const rows: Record<string, Json[]> = {};
  for (const { name } of collections) {
    const call = list<Json, object, 'created_at'>(transport, { name }, { sort: 'created_at', limit: 200 });
    rows[name] = [];
    for await (const { data } of call.pages()) rows[name].push(...data);
  }
  return rows;
}

/** Sorts the parts of a row by id, because servers may order them differently (SHAPE-10). */
function inOneOrder(value: Json): Json {
  if (Array.isArray(value)) {
    const items = value.map(inOneOrder);
    const sortable = items.every(isObject) ? items : [];
    return sortable.length > 0
      ? sortable.sort((one, other) => (toText(one['id']) < toText(other['id']) ? -1 : 1))
      : items;
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inOneOrder(inner)]));
}

it('a mirror of another implementation lists the same rows as its source', async () => {
  const quota = { requests: 1_000_000, seconds: 60 };
  const source = await startReferenceServer({ size: isExhaustive ? 'rich' : 'poor', quota });
  const { settings } = await createDatabase();
  try {
    const options = ['--name', 'reader', '--scopes', 'read', '--quota', '1000000/60s'];
    const [made] = await catalogue(
      { ...settings, MIRROR_TOKEN: source.tokens.full },
      ['mirror', source.url, '--once'],
      ['tokens', 'create', '--json', ...options],
    );
    const mirrored = await everyRow(await startService(settings), toText(made?.['token']));
    expect(inOneOrder(mirrored)).toEqual(inOneOrder(await everyRow(source.url, source.tokens.full)));
  } finally {
    await source.close();
  }
});
