import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { catalogueDefinitions } from '@resource-catalogue/read';
import { CatalogueChanges, severalRows, steps } from '../test/support/catalogue-changes.js';
import { everyRow } from '@resource-catalogue/transfer/testing/transfer';
import { asArray, asObject } from '@resource-catalogue/testing/json';
import { setUpMirror } from '../test/support/mirroring.js';
import type { Mirror } from './mirror.js';
import { MirrorRows } from './mirror-rows.js';
import { MirrorState } from './mirror-state.js';

/** Small, so that a full read can be inconsistent in many places. */
const pageSize = 5;

type Row = Readonly<Record<string, unknown>>;

const id = (digit: number): string => `00000000-0000-4000-8000-00000000000${digit}`;
const time = '2026-03-01T09:00:00.000Z';
const nested = 'nested';
const [noUuid, noTime] = ['/id must be a lower-case UUID', `/updated_at must be an instant like ${time}`];

/** Rows that violate the contract, each derived from a valid one, with the expected problem. */
const hostile: readonly (readonly [make: (good: Row) => unknown, problem: string])[] = [
  [(good) => ({ ...good, id: id(1), name: 'a\0' }), `${id(1)} /name must be a text`],
  [(good) => ({ ...good, id: id(2), name: 'a\ud800' }), `${id(2)} /name must be a text`],
  [(good) => ({ ...good, id: id(3), updated_at: 'yesterday' }), `${id(3)} ${noTime}`],
  [(good) => ({ ...good, id: id(4), updated_at: '2026-02-30T00:00:00.000Z' }), `${id(4)} ${noTime}`],
  [(good) => ({ ...good, id: 'a\0\ud800\u009b' }), `a\\u0000\ud800\\u009b ${noUuid}`],
  [(good) => ({ ...good, id: String(good['id']).toUpperCase() }), `ID ${noUuid}`],
  [({ id: _, ...good }) => good, 'without an id /id is missing'],
  // Arrays nested too deeply for a program to serialise.
  [(good) => ({ ...good, id: id(5), name: nested }), 'without an id must be an object'],
  [
    (good) => ({ ...good, id: id(6), publication_state: 'unheard_of' }),
    `${id(6)} /publication_state must be one of draft, published, archived`,
  ],
  [() => 5, 'without an id must be an object'],
  [() => null, 'without an id must be an object'],
];

/** A page of spaces with hostile rows before the valid ones, and a duplicate id after them. */
const withHostileRows = (body: string): string => {
  const page = asObject(JSON.parse(body));
  const rows = asArray(page['data']);
  if (rows.length === 0) return body;
  const good = asObject(rows[0]);
  const data = [...hostile.map(([make]) => make(good)), ...rows, { ...good, name: 'Another' }];
  return JSON.stringify({ ...page, data }).replaceAll(`"${nested}"`, '['.repeat(12_000) + ']'.repeat(12_000));
};

/** Slug of a machine that was last changed long before the others, so that it does not come with their changes. */
const old = 'laser9';
const withHostileSlug = (body: string): string => body.replace(`"slug":"${old}"`, '"slug":"-"');

/** Bookings of members with an invalid id. */
const withHostileReference = (body: string): string => body.replaceAll(/("member":\{"id":")[^"]*/g, "$1'}");

describe('a mirror', () => {
  const { service, database, run, expectEqual } = setUpMirror(severalRows);
  let changes: CatalogueChanges;
  let requestedPaths: string[];

  beforeAll(() => {
    changes = new CatalogueChanges(service());
  });
  beforeEach(() => {
    requestedPaths = [];
  });

  const mirror = <T>(work: (mirror: Mirror) => Promise<T>): Promise<T> =>
    run(work, { pageSize, alter: (body, path) => (requestedPaths.push(path), body) });

  it('leaves out rows that violate the contract, reports why, and stores them as soon as they are valid', async () => {
    const alter = (body: string, path: string): string => {
      if (path.startsWith('/api/v1/spaces?')) return withHostileRows(body);
      if (path.startsWith('/api/v1/machines?')) return withHostileSlug(body);
      return path.startsWith('/api/v1/bookings?') ? withHostileReference(body) : body;
    };
    await service().database.exec(`UPDATE machines SET updated_at = created_at WHERE slug = '${old}'`);
    const compared = await run((each) => each.compare(), { alter });
    const problems = [
      ...hostile.map(([, problem]) => `spaces ${problem}`),
      'spaces ID has the id of another row on the same page',
      'bookings ID /member/id must be a lower-case UUID',
      'machines ID /slug must be words of a-z and 0-9 with one - between them, like laser-cutter, of at most 100 characters',
    ];
    expect(compared.leftOut).toBe(problems.length);
    const shown = (problem: string) =>
      problem.replace(/(missing): .*|, not `.*$/, '$1').replace(/ (?!0{8})[0-9a-f]{8}-[0-9a-f-]{27} /i, ' ID ');
    expect(compared.problems.map(shown).sort()).toEqual(problems.sort());
    expect(await everyRow(database(), 'spaces')).toEqual(await everyRow(service().database, 'spaces'));
    const followed = await run((each) => each.follow(), { alter });
    expect(followed.leftOut).toBe(problems.length);
    await run((each) => each.follow());
    await expectEqual();
  });

  it('fails if a list has too many pages', async () => {
    let pages = 0;
    const respond = (): Promise<Response> => {
      pages += 1;
      const row = { id: `00000000-0000-4000-8000-${String(pages).padStart(12, '0')}`, updated_at: time };
      const links = { first: service().url, next: null };
      const meta = { next: pages < 100 ? `c${pages}` : null, limit: 200 };
      return Promise.resolve(Response.json({ data: [row], links, meta }));
    };
    const compared = run((each) => each.compare(), { respond, maxPages: 3 });
    await expect(compared).rejects.toThrow(/^The list of [a-z_]+ of the source has more than 3 pages, the maximum\.$/);
    // One additional request for the newest row of each collection.
    expect(pages).toBe(catalogueDefinitions.length + 3);
  });

  it('stores every change with a new updated_at, and requests only changes', async () => {
    await mirror((each) => each.compare());
    for (const step of steps.filter((each) => each !== 'renameGroup')) {
      await changes.make(step);
      const { rows, leftOut } = await mirror((each) => each.follow());
      expect([step, rows > 0, leftOut]).toEqual([step, true, 0]);
    }
    await expectEqual();
    requestedPaths = [];
    const quiet = await mirror((each) => each.follow());
    expect([quiet.rows, quiet.lagMs]).toEqual([0, null]);
    expect(requestedPaths.filter((path) => !path.includes('filters[updated_at]'))).toEqual([]);
  });

  it('resumes a failed comparison from the page where it failed', async () => {
    let pages = 0;
    const broken = mirror((each) =>
      each.compare(() => ((pages += 1) === 4 ? Promise.reject(new Error('killed')) : Promise.resolve())),
    );
    await expect(broken).rejects.toThrow('killed');
    expect((await everyRow(database(), 'spaces'))['spaces']).toEqual([]);
    await changes.make('rename');
    await mirror((each) => each.compare());
    const walked = requestedPaths.filter((path) => path.includes('sort=created_at'));
    // Repeats the page that was being prefetched when the read failed.
    expect(walked.length - new Set(walked).size).toBeLessThanOrEqual(1);
    await expectEqual();
  });

  it('rejects a database that mirrors another server', async () => {
    await new MirrorState(database().prisma).begin('https://other.example.org', true);
    await expect(mirror((each) => each.compare())).rejects.toThrow(
      /^This database already mirrors https:\/\/other\.example\.org\. /,
    );
  });

  it('frees the disk space of a comparison once its rows are stored', async () => {
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
