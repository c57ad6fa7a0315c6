import { tmpdir } from 'node:os';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { catalogueDefinitions } from '@resource-catalogue/read';
import type { Database } from '@resource-catalogue/database';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { oneOfEach } from '@resource-catalogue/database/testing/one-of-each';
import { scratchDatabase } from '@resource-catalogue/database/testing/scratch-databases';
import { startOn, type TestService } from '@resource-catalogue/server/testing/service';
import { everyRow } from '@resource-catalogue/transfer/testing/transfer';
import { isObject } from '@resource-catalogue/program';
import { Mirror, type Mirrored } from './mirror.js';
import { MirrorSource } from './mirror-source.js';
import { MirrorState } from './mirror-state.js';

type Row = Readonly<Record<string, unknown>>;

const id = (digit: number): string => `00000000-0000-4000-8000-00000000000${digit}`;

/** Arrays inside of each other, deeper than a program can write them. */
const depth = 50_000;
const nested = 'nested';

/** Rows that stand before a good one, each made of it. */
const before: Readonly<Record<string, (good: Row) => unknown>> = {
  'a NUL': (good) => ({ ...good, id: id(1), name: 'a\0' }),
  'half a surrogate': (good) => ({ ...good, id: id(2), name: 'a\ud800' }),
  'an id that is no UUID': (good) => ({ ...good, id: 'a\0\ud800\u009b' }),
  'an id in upper case': (good) => ({ ...good, id: String(good['id']).toUpperCase() }),
  'no id': ({ id: _, ...good }) => good,
  'no time': (good) => ({ ...good, id: id(3), updated_at: 'yesterday' }),
  'a day that does not exist': (good) => ({ ...good, id: id(4), updated_at: '2026-02-30T00:00:00.000Z' }),
  'deep arrays': (good) => ({ ...good, id: id(5), name: nested }),
  'no object': () => 5,
  null: () => null,
};

/** A row that has the id of a row before it. */
const again = (good: Row): Row => ({ ...good, name: 'Another' });

const time = '2026-03-01T09:00:00.000Z';

const left = Object.keys(before).length + 1;

const withHostileRows = (body: string): string => {
  const page: unknown = JSON.parse(body);
  if (!isObject(page) || !Array.isArray(page['data'])) return body;
  const rows: readonly unknown[] = page['data'];
  const [good] = rows;
  if (!isObject(good)) return body;
  const bad = Object.values(before).map((make) => make(good));
  const text = JSON.stringify({ ...page, data: [...bad, ...rows, again(good)] });
  return text.replaceAll(`"${nested}"`, '['.repeat(depth) + ']'.repeat(depth));
};

/** A booking of a member whose id is none. */
const withHostileReference = (body: string): string => body.replaceAll(/("member":\{"id":")[^"]*/g, "$1'}");

describe.each(databaseKinds)('a mirror of a hostile source on %s', (kind) => {
  let service: TestService;
  let database: Database;
  let altered: (path: string, body: string) => string;

  beforeAll(async () => {
    const small = await scratchDatabase(kind);
    await small.exec(oneOfEach);
    const location = { dataDir: tmpdir(), databaseUrl: null };
    service = await startOn({ database: small, location, drop: () => small.close() });
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    database = await scratchDatabase(kind);
  });
  afterEach(() => database.close());

  async function mirroring(
    work: (mirror: Mirror) => Promise<Mirrored>,
    answer: typeof fetch = async (input, init) => {
      const request = new Request(input, init);
      const sent = await fetch(request);
      const { pathname } = new URL(request.url);
      return new Response(altered(pathname, await sent.text()), { status: sent.status });
    },
    maxPages?: number,
  ): Promise<Mirrored> {
    const options = { baseUrl: service.url, token: service.token, fetch: answer };
    const source = new MirrorSource(options, undefined, 200, maxPages);
    const state = new MirrorState(database.prisma);
    await state.begin(service.url, true);
    const definitions = catalogueDefinitions;
    return database.session((session) => work(new Mirror({ database, session, definitions, source, state })));
  }

  it('leaves out the rows that break the contract, says why, and stores all others', async () => {
    altered = (path, body) => {
      if (path.endsWith('/spaces')) return withHostileRows(body);
      return path.endsWith('/bookings') ? withHostileReference(body) : body;
    };
    const compared = await mirroring((mirror) => mirror.compare());
    expect(compared.leftOut).toBe(left + 1);
    const noUuid = '/id must be a uuid in lower case';
    const noTime = '/updated_at must be an instant like 2026-03-01T09:00:00.000Z';
    expect(compared.problems.map((problem) => problem.replace(/(missing): .*/, '$1')).sort()).toEqual([
      expect.stringMatching(/^bookings [0-9a-f-]{36} \/member\/id must be a uuid in lower case$/),
      `spaces ${id(1)} /name must be a text`,
      `spaces ${id(2)} /name must be a text`,
      `spaces ${id(3)} ${noTime}`,
      `spaces ${id(4)} ${noTime}`,
      expect.stringMatching(/^spaces [0-9A-F-]{36} \/id must be a uuid in lower case$/),
      expect.stringMatching(/^spaces [0-9a-f-]{36} has the id of another row on the same page$/),
      `spaces a\\u0000\ud800\\u009b ${noUuid}`,
      'spaces without an id /id is missing',
      ...Array<string>(3).fill('spaces without an id must be an object'),
    ]);
    const stored = await everyRow(database);
    expect(stored['spaces']).toEqual((await everyRow(service.database))['spaces']);
    const followed = await mirroring((mirror) => mirror.follow());
    expect(followed.leftOut).toBe(left + 1);
    altered = (_, body) => body;
    await mirroring((mirror) => mirror.follow());
    expect(await everyRow(database)).toEqual(await everyRow(service.database));
  });

  it('ends with an error where the pages of a collection have no end', async () => {
    let pages = 0;
    const endless: typeof fetch = () => {
      pages += 1;
      const row = { id: `00000000-0000-4000-8000-${String(pages).padStart(12, '0')}`, updated_at: time };
      const links = { first: service.url, next: null };
      return Promise.resolve(
        Response.json({ data: [row], links, meta: { next: pages < 100 ? `c${pages}` : null, limit: 200 } }),
      );
    };
    const compared = mirroring((mirror) => mirror.compare(), endless, 3);
    await expect(compared).rejects.toThrow(/^[a-z_]+ of the source has no end: it still has more after 3 pages\.$/);
    // One more for the newest row of each collection.
    expect(pages).toBe(catalogueDefinitions.length + 3);
  });
});
