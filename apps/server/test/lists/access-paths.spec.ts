import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type AnyCollectionContract,
  bookingsContract,
  collections,
  filterTable,
  subscriptionsContract,
} from '@resource-catalogue/contracts';
import { connectPostgres, type ReadSource } from '@resource-catalogue/database';
import { type TestDatabase, seededDatabase, bareDatabase } from '@resource-catalogue/database/testing/databases';
import { encodeCursor, type ListQuery } from '@resource-catalogue/list-query';
import { AccessPaths, definitions, type PathLimits, Reader, SummaryCache } from '@resource-catalogue/read';
import { asArray, asObject, asText, type JsonObject } from '@resource-catalogue/testing/json';
import { catalogue } from '@resource-catalogue/testing/running-program';
import fc from '@resource-catalogue/testing/fast-check';
import { parsedQuery, parseQuery, setQuery, unknownId } from '../support/list-query.js';
import { objectsOf, readPages } from '../support/pages.js';
import { randomQueries, valuesOf } from '../support/random-queries.js';

const rounds = Number(process.env['EXHAUSTIVE_ROUNDS'] ?? 1) * 25;

const few: Pick<PathLimits, 'largeTable' | 'scans' | 'lookups'> = {
  largeTable: 0,
  scans: [2, 10, 50],
  lookups: { first: 3, max: 12 },
};

/** Limits of tables larger than those of any test. */
const limits = {
  'few rows of a filter': { ...few, fewRows: 1e6, manyRows: 1e6 },
  'an index scan that ends early, then many rows': { ...few, fewRows: 0, manyRows: 1e6 },
  'an index scan that ends early, then a full one': { ...few, scans: [10, 10, 10], fewRows: 0, manyRows: 0 },
  'the first entries of a filter in order, then its rows': {
    ...few,
    fewRows: 0,
    manyRows: 1e6,
    scans: [1, 1, 1],
  },
  'any of these': { ...few, fewRows: 4, manyRows: 20, scans: [6, 30, 60] },
} satisfies Record<string, PathLimits>;

// The conformance suite tests the plain reader. Access paths must not change any response.
describe('the access paths of a page', () => {
  let copy: TestDatabase;
  let plain: Reader;
  const shown = new Map<AnyCollectionContract, readonly JsonObject[]>();
  beforeAll(async () => {
    copy = await seededDatabase();
    plain = new Reader(copy.database.source, new SummaryCache());
    for (const contract of collections) shown.set(contract, objectsOf(await readPages(plain, contract, 'limit=200')));
  });
  afterAll(() => copy.drop());

  function readerWith(pathLimits: PathLimits): Reader {
    const { source } = copy.database;
    return new Reader(source, new SummaryCache(), { pathLimits });
  }

  async function expectSame(reader: Reader, contract: AnyCollectionContract, query: string): Promise<void> {
    const expected = await readPages(plain, contract, query);
    expect([contract.name, query, await readPages(reader, contract, query)]).toEqual([contract.name, query, expected]);
  }

  it.each(Object.entries(limits))(
    'PAGE-4, FILT-1: access by %s returns the same pages as the plain reader',
    async (_, pathLimits) => {
      const reader = readerWith(pathLimits);
      // Days are known only for bookings.
      const contracts = fc.oneof(fc.constant(bookingsContract), fc.constantFrom(...collections));
      const asked = contracts.chain((contract) =>
        fc.tuple(fc.constant(contract), randomQueries(contract, shown.get(contract) ?? [])),
      );
      const property = fc.asyncProperty(asked, ([contract, query]) => expectSame(reader, contract, query));
      await fc.assert(property, { numRuns: rounds });
    },
  );

  /** Most values of a field. */
  const setOf = (contract: AnyCollectionContract, field: string) =>
    setQuery(field, 'in', valuesOf(contract, field, shown.get(contract) ?? []).slice(1, 100));
  const allBut = (field: string) => setQuery(field, 'not_in', [unknownId]);
  const always = 'filters[starts_at][gt]=2001-02-03T04:05:06.789Z';
  // A scan and then a lookup of one entry find too little, so that the entries of all filters are joined.
  const lookups = { first: 1, max: 1 };
  const joining: PathLimits = { largeTable: 0, scans: [1, 1, 1], lookups, fewRows: 0, manyRows: 1e6 };
  const joins: readonly [string, readonly string[], string, PathLimits][] = [
    ['two sets', ['space_id', 'member_id'], 'sort=created_at', joining],
    ['two sets of any size', ['space_id', 'member_id'], 'sort=created_at', { ...joining, manyRows: 0 }],
    ['three sets', ['space_id', 'member_id', 'group_id'], 'sort=-created_at', joining],
    [
      'two sets beside another filter',
      ['space_id', 'member_id'],
      `sort=created_at&${allBut('machine_unit_id')}`,
      joining,
    ],
  ];
  it.each(joins)('PAGE-4: access joins the entries of %s', async (_, sets, rest, pathLimits) => {
    const { source } = copy.database;
    const joined: string[] = [];
    const watched: ReadSource = {
      snapshot: source.snapshot,
      query: (statement, values) => {
        if (statement.text.includes(' FULL JOIN ')) joined.push(statement.text);
        return source.query(statement, values);
      },
    };
    // PostgreSQL would combine the sets alone.
    const filters = [...sets.map((field) => setOf(bookingsContract, field)), always];
    const reader = new Reader(watched, new SummaryCache(), { pathLimits });
    await expectSame(reader, bookingsContract, `${filters.join('&')}&${rest}&limit=2`);
    expect(joined).not.toEqual([]);
  });

  const scanOf = (maxRows: number) => ({ by: 'sort', maxRows, covered: [] }) as const;
  const oneSet = { by: 'rows', rows: { isCovered: true } };
  const twoSets = { by: 'rows', rows: { isJoined: true } };
  const combined = { by: 'rows', rows: expect.not.objectContaining({ isJoined: true }) };
  const [space, member, machine, unit] = ['space_id', 'member_id', 'machine_id', 'machine_unit_id'];
  const otherUnits = 'not machine_unit_id';
  const scans = [
    { large: [space], scanned: 5, found: 0, path: scanOf(6), then: 'a longer scan' },
    { large: [space], scanned: 6, found: 1, path: scanOf(7), then: 'a longer scan' },
    { large: [space], scanned: 6, found: 0, path: oneSet, then: 'the entries of the set' },
    { large: [unit, machine], scanned: 6, found: 0, path: oneSet, then: 'the entries of one set' },
    { large: [space], scanned: 7, found: 19, path: oneSet, then: 'the entries of the set' },
    { large: [space, member], scanned: 7, found: 19, path: combined, then: 'the rows of both sets' },
    { large: [space, machine], scanned: 7, found: 19, path: twoSets, then: 'the entries of both sets' },
    { large: [space, otherUnits], scanned: 7, found: 19, path: { by: 'lookups' }, then: 'lookups in the set' },
    { large: [space, member], scanned: 7, found: 20, path: scanOf(Infinity), then: 'a scan without limit' },
  ];
  const paths = () => new AccessPaths(copy.database.source, { ...joining, scans: [5, 6, 7], manyRows: 0 });
  it.each(scans)(
    'PAGE-4: if sets of $large are large, a scan of $scanned rows that finds $found of 200 is followed by $then',
    async ({ large, scanned, found, path }) => {
      const filters = large.map((name) => (name === otherUnits ? allBut(unit) : setOf(bookingsContract, name)));
      const query = parseQuery(bookingsContract, `${filters.join('&')}&limit=200&sort=created_at`);
      expect(await paths().fallback(definitions.bookings, query, scanOf(scanned), found)).toMatchObject(path);
    },
  );

  it('PAGE-4: a set within a range is read alone if lookups fail and others have far more rows', async () => {
    const [first = ''] = valuesOf(bookingsContract, unit, shown.get(bookingsContract) ?? []);
    const filters = [setQuery(unit, 'in', [first]), allBut(space), always];
    const query = parseQuery(bookingsContract, `${filters.join('&')}&sort=created_at`);
    const bounded = { ...joining, manyRows: 1000 };
    const path = await new AccessPaths(copy.database.source, bounded).fallback(
      definitions.bookings,
      query,
      scanOf(1),
      0,
    );
    const rows = path.by === 'lookups' && (await path.otherwise());
    expect(rows).toMatchObject({ group: [{ field: unit }] });
  });

  it('PAGE-4: large sets whose indexes lack the sort key are followed by all rows that both keep', async () => {
    const filters = ['member_id', 'plan_id'].map((field) => setOf(subscriptionsContract, field));
    const query = parseQuery(subscriptionsContract, `${filters.join('&')}&sort=starts_at`);
    expect(await paths().fallback(definitions.subscriptions, query, scanOf(7), 0)).toMatchObject({
      by: 'rows',
      rows: { applied: query.filters },
    });
  });

  it('PAGE-4: a scan that began with a filter and found a tenth of the page goes on without a limit', async () => {
    const query = parseQuery(bookingsContract, `${setOf(bookingsContract, 'space_id')}&limit=200&sort=created_at`);
    const [beginsWith] = query.filters;
    const before = { ...scanOf(7), ...(beginsWith && { beginsWith }) };
    const path = await paths().fallback(definitions.bookings, query, before, 20);
    expect(path).toStrictEqual({ ...scanOf(Infinity), beginsWith });
  });

  it('PAGE-4: a scan that may have ended at the last row is followed by the few rows after the cursor', async () => {
    const query = parseQuery(bookingsContract, `${setOf(bookingsContract, 'space_id')}&sort=created_at`);
    const atEnd = { ...query, after: { key: '2999-01-01T00:00:00.000Z', id: unknownId } };
    expect(await paths().fallback(definitions.bookings, atEnd, scanOf(5), 0)).toMatchObject({
      by: 'rows',
      rows: { key: 'created_at' },
    });
  });

  it('PAGE-4: paging keeps its order with a filter by rows of another table', async () => {
    const reader = readerWith(limits['an index scan that ends early, then a full one']);
    for (const contract of collections) {
      for (const { field } of filterTable(contract.filters).values()) {
        const on = definitions[contract.name].filters.get(field)?.on;
        if (on !== 'rows' && on !== 'target') continue;
        const values = valuesOf(contract, field, shown.get(contract) ?? []).slice(0, 1);
        for (const operator of ['in', 'not_in'])
          await expectSame(reader, contract, `${setQuery(field, operator, values)}&sort=created_at&limit=1`);
      }
    }
  });
});

const size = 200_000;

/** The service's limits for ten million bookings, scaled to this number. */
const scaled: PathLimits = {
  largeTable: 0,
  fewRows: 100,
  scans: [40, 400, 4000],
  manyRows: 5000,
  lookups: { first: 20, max: 1000 },
};

/** The blocks that a statement reads, in memory or not. */
async function blocksOf(source: ReadSource, text: string, values: Parameters<ReadSource['query']>[1]): Promise<number> {
  const explain = { text: `EXPLAIN (ANALYZE, BUFFERS, TIMING off, FORMAT json) ${text}` };
  const [[explained] = []] = await source.query(explain, values);
  const plan = asObject(asObject(asArray(JSON.parse(asText(explained)))[0])['Plan']);
  return Number(plan['Shared Hit Blocks']) + Number(plan['Shared Read Blocks']);
}

/** A list from its first page, or from any position in it. */
function fromAnyPosition(query: string, position: JsonObject | null): ListQuery {
  const first = parseQuery(bookingsContract, query);
  if (!position) return first;
  const [id, key] = ['id', first.sort.field].map((field) => asText(position[field]));
  const cursor = encodeCursor(first, { id: id ?? '', key: key ?? '' });
  const next = parsedQuery(bookingsContract, `${query}&cursor=${cursor}`);
  return next.ok ? next.query : first;
}

if (process.env['EXHAUSTIVE'] !== undefined)
  it(`PAGE-4: a page reads a small part of ${size} bookings, for any filters, order and position`, async () => {
    const { url, drop } = await bareDatabase();
    expect(await catalogue({ DATABASE_URL: url }, 'seed', '--scale', String(size), '--rare')).toMatchObject({
      code: 0,
    });
    const database = await connectPostgres(url);
    const { source } = database;
    let blocks = 0;
    const explaining: ReadSource = {
      snapshot: source.snapshot,
      query: async (statement, values) => {
        blocks += await blocksOf(source, statement.text, values);
        return source.query({ text: statement.text }, values);
      },
    };
    const found = await source.query({ text: 'SELECT id::text FROM bookings ORDER BY md5(id::text) LIMIT 100' }, []);
    const ids = found.map(([id]) => id ?? '');
    const anywhere = `${setQuery('id', 'in', ids)}&limit=200`;
    const rows = objectsOf(await readPages(new Reader(source, new SummaryCache()), bookingsContract, anywhere));
    const reader = new Reader(explaining, new SummaryCache(), { pathLimits: scaled });
    const [[all] = []] = await source.query({ text: `SELECT pg_total_relation_size('bookings') / 8192` }, []);
    const shares: number[] = [];
    const asked = fc.tuple(randomQueries(bookingsContract, rows), fc.option(fc.constantFrom(...rows)));
    for (const [query, position] of fc.sample(asked, 1000)) {
      blocks = 0;
      await reader.list(definitions.bookings, fromAnyPosition(query, position));
      shares.push(blocks / Number(all));
    }
    await database.close();
    await drop();
    shares.sort((one, other) => one - other);
    expect(shares[900]).toBeLessThan(0.1);
    expect(shares[990]).toBeLessThan(0.25);
    expect(shares.at(-1)).toBeLessThan(0.6);
  });
