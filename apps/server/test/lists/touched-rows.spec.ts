import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bookingsContract, type FilterField, filterTable } from '@resource-catalogue/contracts';
import { type ListQuery, parseListQuery } from '@resource-catalogue/list-query';
import fc from 'fast-check';
import { AccessPaths, catalogueDefinitions, Reader, SummaryCache } from '@resource-catalogue/read';
import {
  connectPostgres,
  type Database,
  databaseTimeouts,
  type ReadSource,
  type Row,
  type Value,
} from '@resource-catalogue/database';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { arrayOf, objectOf } from '@resource-catalogue/testing/json';
import { seededDatabase } from '@resource-catalogue/database/testing/once/seeded-database';
import { scratchPostgres } from '@resource-catalogue/database/testing/scratch-databases';
import { catalogue } from '@resource-catalogue/testing/running-program';
import { setQuery, unknownId } from '../support/collection/filter-queries.js';

const exhaustive = process.env['EXHAUSTIVE'] !== undefined;
const size = 200_000;
const questions = 1000;

/** The service's own limits, as much smaller as these tables are than those of ten million bookings. */
const scale = size / 10_000_000;
const limits = {
  largeTable: 0,
  fewRows: Math.ceil(5_000 * scale),
  manyRows: Math.ceil(250_000 * scale),
  entries: Math.ceil(20_000 * scale),
  entriesForRow: 1,
};

/** A database with so many bookings. */
async function open(): Promise<{ database: Database; drop(): Promise<void> }> {
  const kind = databaseKinds.at(-1) ?? 'embedded';
  if (!exhaustive || kind === 'embedded') return seededDatabase(kind);
  const { url, drop } = await scratchPostgres();
  const { code, stderr } = await catalogue({ DATABASE_URL: url }, 'seed', '--scale', String(size));
  if (code !== 0) throw new Error(stderr);
  // To choose what to ask for takes longer than a page may.
  const database = await connectPostgres(url, { ...databaseTimeouts, statement: 60_000, silence: 70_000 });
  return { database, drop: () => database.close().then(drop) };
}

/** The bookings, and entries of their indexes, that a plan has read, those that it passed over among them. */
function touched(plan: unknown): number {
  const node = objectOf(plan);
  const number = (name: string): number => Number(node[name] ?? 0);
  const children = arrayOf(node['Plans'] ?? []).map(touched);
  const removed = number('Rows Removed by Filter') + number('Rows Removed by Index Recheck');
  const isOfBookings = node['Relation Name'] === 'bookings' || String(node['Index Name']).startsWith('bookings_');
  const own = isOfBookings ? number('Actual Rows') + removed : 0;
  return own * number('Actual Loops') + children.reduce((sum, child) => sum + child, 0);
}

describe('the rows that a page touches', () => {
  let opened: Awaited<ReturnType<typeof open>>;
  let read = 0;
  let reader: Reader;
  beforeAll(async () => {
    opened = await open();
    const { source } = opened.database;
    const explaining: ReadSource = {
      snapshot: source.snapshot,
      query: async ({ text }, values): Promise<readonly Row[]> => {
        read += await explained(text, values);
        return source.query({ text }, values);
      },
    };
    reader = new Reader(explaining, new SummaryCache(), undefined, new AccessPaths(explaining, limits));
  });
  afterAll(() => opened.drop());

  async function explained(text: string, values: readonly Value[]): Promise<number> {
    const explain = { text: `EXPLAIN (ANALYZE, TIMING off, FORMAT json) ${text}` };
    const [[plan] = []] = await opened.database.source.query(explain, values);
    return arrayOf(JSON.parse(plan ?? '[]')).reduce<number>((sum, one) => sum + touched(objectOf(one)['Plan']), 0);
  }

  it('are counted where a plan passes over them, too', async () => {
    const [[rows] = []] = await opened.database.source.query({ text: 'SELECT count(*)::text FROM bookings' }, []);
    for (const where of ['starts_at <> starts_at', 'starts_at >= starts_at', "state::text || 'x' = 'x'"]) {
      expect(await explained(`SELECT id::text FROM bookings WHERE ${where}`, [])).toBe(Number(rows));
    }
    expect(await explained('SELECT t.id::text AS c FROM bookings t ORDER BY t.id LIMIT 3', [])).toBe(3);
  });

  if (!exhaustive) return;

  /** Commonest and rarest values, a hundred, none; times at the ends and between. */
  async function choices({ field, kind, operators }: FilterField): Promise<readonly string[]> {
    const rows = (text: string) => opened.database.source.query({ text }, []);
    if (kind === 'datetime') {
      const instants =
        await rows(`SELECT to_char(percentile_disc(p) WITHIN GROUP (ORDER BY ${field}) AT TIME ZONE 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') FROM bookings, unnest(ARRAY[0, 0.001, 0.1, 0.5, 0.9, 0.999, 1]) p GROUP BY p`);
      return instants.flatMap(([instant]) => operators.map((operator) => `filters[${field}][${operator}]=${instant}`));
    }
    const counted = await rows(
      `SELECT ${field}::text FROM bookings WHERE ${field} IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC, 1`,
    );
    const values = counted.map(([value]) => value ?? '');
    const sets = [values.slice(0, 1), values.slice(0, 3), values.slice(-1), values.slice(0, 100)];
    if (kind === 'uuid') sets.push([unknownId]);
    const asked = sets.filter((set) => set.length > 0);
    return asked.flatMap((set) => operators.map((operator) => setQuery(`filters[${field}][${operator}]`, set, 0)));
  }

  function parse(text: string): ListQuery {
    const { name: collection, filters, sorts, defaultSort } = bookingsContract;
    const kinds = new Map(sorts.map((sort) => [sort, 'datetime'] as const));
    const result = parseListQuery(text, { collection, filters: filterTable(filters), sorts: kinds, defaultSort });
    if (!result.ok) throw new Error(JSON.stringify(result.errors));
    return result.query;
  }

  it(`PAGE-4: are a small part of ${size} bookings, whatever is asked`, async () => {
    const definition = catalogueDefinitions.find(({ name }) => name === bookingsContract.name);
    if (!definition) throw new Error('Nothing defines bookings.');
    const filters = await Promise.all([...filterTable(bookingsContract.filters).values()].map(choices));
    const asked = fc
      .uniqueArray(fc.constantFrom(...filters.filter((one) => one.length > 0)), { minLength: 1, maxLength: 3 })
      .chain((chosen) => fc.tuple(...chosen.map((one) => fc.constantFrom(...one))));
    const sort = fc.constantFrom(...bookingsContract.sorts.flatMap((key) => [key, `-${key}`]));
    const shares: number[] = [];
    for (const [chosen, order] of fc.sample(fc.tuple(asked, sort), questions)) {
      read = 0;
      await reader.list(definition, parse(`${chosen.join('&')}&sort=${order}&limit=10`));
      shares.push(read / size);
    }
    shares.sort((one, other) => one - other);
    expect(shares[questions * 0.9]).toBeLessThan(0.05);
    expect(shares[questions * 0.99]).toBeLessThan(0.25);
  });
});
