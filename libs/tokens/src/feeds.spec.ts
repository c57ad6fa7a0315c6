import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { seededDatabase, type TestDatabase } from '@resource-catalogue/database/testing/databases';
import { feedCollections, feedKind, findFeed } from './feeds.js';

let seeded: TestDatabase;
beforeAll(async () => {
  seeded = await seededDatabase();
});
afterAll(() => seeded.drop());

const rowsOf = async (collection: string, key: string) =>
  seeded.database.source.query(
    { text: `SELECT id::text, ${key}, (soft_deleted_at IS NOT NULL)::text FROM ${collection}` },
    [],
  );

const keys = { machine_units: 'sku', place_units: 'sku', members: 'number' } as const;
const keyOf = (collection: string): string => new Map<string, string>(Object.entries(keys)).get(collection) ?? 'slug';

describe.each(feedCollections)('findFeed for %s', (collection) => {
  it('finds a live row by its natural key, or by its id in any case', async () => {
    const rows = await rowsOf(collection, keyOf(collection));
    const live = rows.find(([, , deleted]) => deleted === 'false');
    const [id = '', key = ''] = live?.map(String) ?? [];
    for (const name of [id, id.toUpperCase(), key]) {
      const found = await findFeed(seeded.database, `${feedKind(collection)}:${name}`, true);
      expect(found).toEqual({ collection, id, withNames: true });
    }
    const gone = rows.find(([, , deleted]) => deleted === 'true');
    if (!gone) return;
    await expect(findFeed(seeded.database, `${feedKind(collection)}:${gone[0]}`, false)).rejects.toThrow(
      / with the id or \w+ \S+ is deleted\.$/,
    );
  });
});

describe('findFeed', () => {
  const kinds = 'machine_unit, machine, place_unit, place, space, training, event, member';

  it.each([
    ['machine:no-such-machine', 'no machine with the id or slug no-such-machine exists'],
    ['machine_unit:x\ny', String.raw`no machine unit with the id or sku x\ny exists`],
    ["machine:' OR true --", "no machine with the id or slug ' OR true -- exists"],
    ...['machine', 'machine:', 'machines:x', 'booking:x', ''].map((text): [string, string] => [
      text,
      `--feed must be KIND:NAME, like machine:laser-cutter; the kinds are ${kinds}`,
    ]),
  ])('rejects the feed %j with the reason', async (text, reason) => {
    const message = `The token was not created: ${reason}.`;
    await expect(findFeed(seeded.database, text, false)).rejects.toThrow(expect.objectContaining({ message }));
  });
});
