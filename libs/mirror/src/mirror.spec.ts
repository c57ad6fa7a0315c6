import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { catalogueDefinitions } from '@resource-catalogue/read';
import { CatalogueChanges, severalRows, steps } from '../test/support/catalogue-changes.js';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { everyRow } from '@resource-catalogue/transfer/testing/transfer';
import { isObject } from '@resource-catalogue/program';
import { mirrored } from '../test/support/mirroring.js';
import type { Mirror } from './mirror.js';
import { MirrorRows } from './mirror-rows.js';
import { MirrorState } from './mirror-state.js';

/** Small, so that a walk has many places where it can be torn. */
const pageSize = 5;

type Row = Readonly<Record<string, unknown>>;

const id = (digit: number): string => `00000000-0000-4000-8000-00000000000${digit}`;

/** Arrays inside of each other, deeper than a program can write them. */
const depth = 12_000;
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

describe.each(databaseKinds)('a mirror on %s', (kind) => {
  const { service, database, run, expectEqual } = mirrored(kind, severalRows);
  let changes: CatalogueChanges;
  let asked: string[];
  let altered: (body: string) => string;

  beforeAll(() => {
    changes = new CatalogueChanges(service());
  });
  beforeEach(() => {
    asked = [];
    altered = (body) => body;
  });

  const mirror = <T>(work: (mirror: Mirror) => Promise<T>): Promise<T> =>
    run(work, { pageSize, alter: (body, path) => (asked.push(path), altered(body)) });

  it('leaves out the rows that break the contract, says why, and stores all others', async () => {
    const alter = (body: string, path: string): string => {
      if (path.startsWith('/api/v1/spaces?')) return withHostileRows(body);
      return path.startsWith('/api/v1/bookings?') ? withHostileReference(body) : body;
    };
    const compared = await run((each) => each.compare(), { alter });
    expect(compared.leftOut).toBe(left + 1);
    const noUuid = '/id must be a uuid in lower case';
    const noTime = '/updated_at must be an instant like 2026-03-01T09:00:00.000Z';
    expect(compared.problems.map((problem) => problem.replace(/(missing): .*|, not `.*$/, '$1')).sort()).toEqual([
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
    expect(await everyRow(database(), 'spaces')).toEqual(await everyRow(service().database, 'spaces'));
    const followed = await run((each) => each.follow(), { alter });
    expect(followed.leftOut).toBe(left + 1);
    await run((each) => each.follow());
    await expectEqual();
  });

  it('ends with an error where the pages of a collection have no end', async () => {
    let pages = 0;
    const answer = (): Promise<Response> => {
      pages += 1;
      const row = { id: `00000000-0000-4000-8000-${String(pages).padStart(12, '0')}`, updated_at: time };
      const links = { first: service().url, next: null };
      const meta = { next: pages < 100 ? `c${pages}` : null, limit: 200 };
      return Promise.resolve(Response.json({ data: [row], links, meta }));
    };
    const compared = run((each) => each.compare(), { answer, maxPages: 3 });
    await expect(compared).rejects.toThrow(/^[a-z_]+ of the source has no end: it still has more after 3 pages\.$/);
    // One more for the newest row of each collection.
    expect(pages).toBe(catalogueDefinitions.length + 3);
  });

  it('has every change that updated_at shows with the next round, and asks for nothing else', async () => {
    await mirror((each) => each.compare());
    for (const step of steps.filter((each) => each !== 'renameGroup')) {
      await changes.make(step);
      const { rows, leftOut } = await mirror((each) => each.follow());
      expect([step, rows > 0, leftOut]).toEqual([step, true, 0]);
    }
    await expectEqual();
    asked = [];
    const quiet = await mirror((each) => each.follow());
    expect([quiet.rows, quiet.lagMs]).toEqual([0, null]);
    expect(asked.filter((path) => !path.includes('filters[updated_at]'))).toEqual([]);
  });

  it('goes on with a broken walk from the page where it broke', async () => {
    let pages = 0;
    const broken = mirror((each) =>
      each.compare(() => ((pages += 1) === 4 ? Promise.reject(new Error('killed')) : Promise.resolve())),
    );
    await expect(broken).rejects.toThrow('killed');
    expect((await everyRow(database(), 'spaces'))['spaces']).toEqual([]);
    await changes.make('rename');
    await mirror((each) => each.compare());
    const walked = asked.filter((path) => path.includes('sort=created_at'));
    // The page that was read ahead when the walk broke is read again.
    expect(walked.length - new Set(walked).size).toBeLessThanOrEqual(1);
    await expectEqual();
  });

  it('leaves out what no catalogue can have, says which, and has it as soon as it is mended', async () => {
    altered = (body) => body.replaceAll('"state":"active"', '"state":"unheard_of"');
    const { leftOut, problems } = await mirror((each) => each.compare());
    expect(leftOut).toBeGreaterThan(0);
    expect(problems[0]).toMatch(/^[a-z_]+ [0-9a-f-]{36} \/state must be one of /);
    expect(await everyRow(database(), 'categories')).toEqual(await everyRow(service().database, 'categories'));
    altered = (body) => body;
    await mirror((each) => each.follow());
    await expectEqual();
  });

  it('keeps its hands off a database that mirrors another server', async () => {
    await new MirrorState(database().prisma).begin('https://other.example.org', true);
    await expect(mirror((each) => each.compare())).rejects.toThrow(
      /^This database mirrors https:\/\/other\.example\.org: /,
    );
  });

  it('leaves no space behind once a walk is stored', async () => {
    await database().session(async (session) => {
      await session.exec(
        `INSERT INTO mirror_rows SELECT true, 'spaces', gen_random_uuid(), repeat('x', 500) FROM generate_series(1, 1000)`,
      );
      await new MirrorRows(session).clear('walked');
      const size = await session.query({ text: `SELECT pg_relation_size('mirror_rows')::text` });
      expect(size).toEqual([['0']]);
    });
  });
});
