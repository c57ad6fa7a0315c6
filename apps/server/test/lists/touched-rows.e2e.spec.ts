import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bookingsContract, type FilterField, filterTable } from '@resource-catalogue/contracts';
import fc from 'fast-check';
import { AccessPaths, definitions, Reader, SummaryCache } from '@resource-catalogue/read';
import {
  connectPostgres,
  type Database,
  databaseTimeouts,
  type ReadSource,
  type Value,
} from '@resource-catalogue/database';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { arrayOf, objectOf } from '@resource-catalogue/testing/json';
import { seededDatabase } from '@resource-catalogue/database/testing/once/seeded-database';
import { scratchPostgres } from '@resource-catalogue/database/testing/scratch-databases';
import { catalogue } from '@resource-catalogue/testing/running-program';
import { parseQuery, setQuery, unknownId } from '../support/list-query.js';

const exhaustive = process.env['EXHAUSTIVE'] !== undefined;
const size = 200_000;
const questions = 1000;

/** The service's own limits for ten million bookings, scaled down to these tables. */
const scaled = (limit: number): number => Math.ceil((limit * size) / 10_000_000);
const rowLimits = { fewRows: scaled(5_000), manyRows: scaled(250_000) };
const limits = { ...rowLimits, largeTable: 0, entries: scaled(20_000), entriesForRow: 1 };

/** A database with so many bookings. */
async function open(): Promise<{ database: Database; drop(): Promise<void> }> {
  const kind = databaseKinds.at(-1) ?? 'embedded';
  if (!exhaustive || kind === 'embedded') return seededDatabase(kind);
  const { url, drop } = await scratchPostgres();
  const { code, stderr } = await catalogue({ DATABASE_URL: url }, 'seed', '--scale', String(size));
  if (code !== 0) throw new Error(stderr);
  // The queries for filter values take longer than a page may.
  const database = await connectPostgres(url, { ...databaseTimeouts, statement: 60_000, silence: 70_000 });
  return { database, drop: () => database.close().then(drop) };
}

/** The bookings and entries of their indexes that a plan has read, filtered ones included. */
function touched(plan: unknown): number {
  const node = objectOf(plan);
  const number = (name: string): number => Number(node[name] ?? 0);
  const children = arrayOf(node['Plans'] ?? []).map(touched);
  const removed = number('Rows Removed by Filter') + number('Rows Removed by Index Recheck');
  const isOfBookings = node['Relation Name'] === 'bookings' || String(node['Index Name']).startsWith('bookings_');
  const own = isOfBookings ? number('Actual Rows') + removed : 0;
  return own * number('Actual Loops') + children.reduce((sum, child) => sum + child, 0);
}

describe('the rows that a page reads', () => {
  let database: Awaited<ReturnType<typeof open>>['database'];
  let drop: () => Promise<void>;
  beforeAll(async () => void ({ database, drop } = await open()));
  afterAll(() => drop());

  const rowsOf = (text: string) => database.source.query({ text }, []);

  async function explained(text: string, values: readonly Value[] = []): Promise<number> {
    const explain = { text: `EXPLAIN (ANALYZE, TIMING off, FORMAT json) ${text}` };
    const [[plan] = []] = await database.source.query(explain, values);
    return arrayOf(JSON.parse(plan ?? '[]')).reduce<number>((sum, one) => sum + touched(objectOf(one)['Plan']), 0);
  }

  it('rows that a plan filters out count as read', async () => {
    const [[rows] = []] = await rowsOf('SELECT count(*)::text FROM bookings');
    expect(await explained('SELECT id::text FROM bookings WHERE starts_at <> starts_at')).toBe(Number(rows));
    expect(await explained('SELECT t.id::text AS c FROM bookings t ORDER BY t.id LIMIT 3')).toBe(3);
  });

  if (!exhaustive) return;

  /** Commonest and rarest values, a hundred, none; times at the ends and between. */
  async function choices({ field, kind, operators }: FilterField): Promise<readonly string[]> {
    if (kind === 'datetime') {
      const instants =
        await rowsOf(`SELECT to_char(percentile_disc(p) WITHIN GROUP (ORDER BY ${field}) AT TIME ZONE 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') FROM bookings, unnest(ARRAY[0, 0.001, 0.1, 0.5, 0.9, 0.999, 1]) p GROUP BY p`);
      return instants.flatMap(([instant]) => operators.map((operator) => `filters[${field}][${operator}]=${instant}`));
    }
    const counted = await rowsOf(
      `SELECT ${field}::text FROM bookings WHERE ${field} IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC, 1`,
    );
    const values = counted.map(([value]) => value ?? '');
    const sets = [values.slice(0, 1), values.slice(0, 3), values.slice(-1), values.slice(0, 100)];
    if (kind === 'uuid') sets.push([unknownId]);
    const asked = sets.filter((set) => set.length > 0);
    return asked.flatMap((set) => operators.map((operator) => setQuery(field, operator, set)));
  }

  it(`PAGE-4: a page reads a small part of ${size} bookings, whatever is asked for`, async () => {
    const { source } = database;
    let read = 0;
    const explaining: ReadSource = {
      snapshot: source.snapshot,
      query: async ({ text }, values) => {
        read += await explained(text, values);
        return source.query({ text }, values);
      },
    };
    const reader = new Reader(explaining, new SummaryCache(), undefined, new AccessPaths(explaining, limits));
    const filters = await Promise.all([...filterTable(bookingsContract.filters).values()].map(choices));
    const asked = fc
      .uniqueArray(fc.constantFrom(...filters.filter((one) => one.length > 0)), { minLength: 1, maxLength: 3 })
      .chain((chosen) => fc.tuple(...chosen.map((one) => fc.constantFrom(...one))));
    const sort = fc.constantFrom(...bookingsContract.sorts.flatMap((key) => [key, `-${key}`]));
    const shares: number[] = [];
    for (const [chosen, order] of fc.sample(fc.tuple(asked, sort), questions)) {
      read = 0;
      const query = `${chosen.join('&')}&sort=${order}&limit=10`;
      await reader.list(definitions.bookings, parseQuery(bookingsContract, query));
      shares.push(read / size);
    }
    shares.sort((one, other) => one - other);
    expect(shares[questions * 0.9]).toBeLessThan(0.05);
    expect(shares[questions * 0.99]).toBeLessThan(0.25);
  });
});
