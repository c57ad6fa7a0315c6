import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type AnyCollectionContract, bookingsContract, collections, filterTable } from '@resource-catalogue/contracts';
import { connectPostgres, type ReadSource } from '@resource-catalogue/database';
import { type TestDatabase, seededDatabase, createBareDatabase } from '@resource-catalogue/database/testing/databases';
import { encodeCursor, type ListQuery } from '@resource-catalogue/list-query';
import { AccessPaths, definitions, type PathLimits, Reader, SummaryCache } from '@resource-catalogue/read';
import { asArray, asObject, asText, type JsonObject } from '@resource-catalogue/testing/json';
import { catalogue } from '@resource-catalogue/testing/running-program';
import fc from '@resource-catalogue/testing/fast-check';
import { parsedQuery, parseQuery, setQuery, unknownId } from '../support/list-query.js';
import { objectsOf, readPages } from '../support/pages.js';
import { randomQueries, valuesOf } from '../support/random-queries.js';

const rounds = Number(process.env['EXHAUSTIVE_ROUNDS'] ?? 1) * 25;

/** Limits of tables larger than those of any test. */
const limits = {
  'sorting the rows of a filter': { largeTable: 0, fewRows: 1e6, scannedRows: 1 },
  'a scan that ends early, and then sorting': { largeTable: 0, fewRows: -1, scannedRows: 1 },
  'a scan that reads every row': { largeTable: 0, fewRows: -1, scannedRows: 1e6 },
  'any of these': { largeTable: 0, fewRows: 4, scannedRows: 6 },
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
      const queries = contracts.chain((contract) =>
        fc.tuple(fc.constant(contract), randomQueries(contract, shown.get(contract) ?? [])),
      );
      const property = fc.asyncProperty(queries, ([contract, query]) => expectSame(reader, contract, query));
      await fc.assert(property, { numRuns: rounds });
    },
  );

  const bySpace = (spaces: number) =>
    setQuery(
      'space_id',
      'in',
      valuesOf(bookingsContract, 'space_id', shown.get(bookingsContract) ?? []).slice(0, spaces),
    );
  const notOneMachine = setQuery('machine_unit_id', 'not_in', [unknownId]);
  const always = 'filters[starts_at][gt]=2001-02-03T04:05:06.789Z';
  const few: PathLimits = { largeTable: 0, fewRows: 1e6, scannedRows: 5 };
  const many: PathLimits = { ...few, fewRows: 0 };
  it.each([
    { filters: () => always, sort: 'starts_at', pathLimits: many, path: { by: 'planner' } },
    {
      filters: () => bySpace(2),
      sort: 'created_at',
      pathLimits: { ...many, largeTable: 1e9 },
      path: { by: 'planner' },
    },
    {
      filters: () => bySpace(2),
      sort: 'created_at',
      pathLimits: few,
      path: { by: 'sort' },
    },
    {
      filters: () => notOneMachine,
      sort: 'created_at',
      pathLimits: few,
      path: { by: 'scan', bounds: [], covered: [] },
    },
    { filters: () => bySpace(2), sort: 'created_at', pathLimits: many, path: { by: 'scan', bounds: [], covered: [] } },
    {
      filters: () => bySpace(1),
      sort: 'created_at',
      pathLimits: many,
      path: { by: 'scan', bounds: [{ field: 'space_id' }], covered: [{ field: 'space_id' }] },
    },
    {
      filters: () => `${bySpace(2)}&${always}`,
      sort: 'created_at',
      pathLimits: many,
      path: { by: 'scan', bounds: [], covered: [{ field: 'starts_at' }] },
    },
  ])(
    'PAGE-4: chooses the path "$path.by" for the sort $sort (case %#)',
    async ({ filters, sort, pathLimits, path }) => {
      const query = parseQuery(bookingsContract, `${filters()}&sort=${sort}`);
      const paths = new AccessPaths(copy.database.source, pathLimits);
      expect(await paths.choose(definitions.bookings, query)).toMatchObject(path);
    },
  );

  it('PAGE-4: rows are counted again after a minute, however often a list is requested', async () => {
    let now = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
    const { source } = copy.database;
    let counts = 0;
    const query: ReadSource['query'] = (statement, values) => {
      if (statement.text.includes('count(*)')) counts += 1;
      return source.query(statement, values);
    };
    const paths = new AccessPaths({ query }, many);
    for (now of [1_000, 41_000, 81_000]) {
      await paths.choose(definitions.bookings, parseQuery(bookingsContract, `${bySpace(2)}&sort=created_at`));
      // The cache reads the clock again in the next millisecond.
      await sleep(2);
    }
    clock.mockRestore();
    expect(counts).toBe(2);
  });

  it.each([
    { found: 25, columns: 0, path: { by: 'scan', maxRows: Infinity }, then: 'continues the scan' },
    { found: 24, columns: 0, path: { by: 'sort' }, then: 'sorts the rows that all filters keep' },
    {
      found: 0,
      columns: 1,
      path: { by: 'scan', maxRows: Infinity },
      then: 'continues the scan if the index tests all filters',
    },
  ])('PAGE-4: after finding $found of 100 rows $then', ({ found, columns, path }) => {
    const query = parseQuery(bookingsContract, `${always}&sort=created_at&limit=100`);
    const scan = { by: 'scan', bounds: [], covered: query.filters.slice(0, columns), maxRows: 5 } as const;
    expect(new AccessPaths(copy.database.source, many).afterScan(query, scan, found)).toMatchObject(path);
  });

  it('PAGE-4: paging keeps its order with a filter by rows of another table', async () => {
    const reader = readerWith(limits['a scan that reads every row']);
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
const scaled: PathLimits = { largeTable: 0, fewRows: 100, scannedRows: 400 };

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
    const { url, drop } = await createBareDatabase();
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
    const queries = fc.tuple(randomQueries(bookingsContract, rows), fc.option(fc.constantFrom(...rows)));
    for (const [query, position] of fc.sample(queries, 1000)) {
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
