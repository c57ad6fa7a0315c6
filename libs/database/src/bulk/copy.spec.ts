import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from '@resource-catalogue/testing/fast-check';
import { scratchDatabase } from '../../test/support/databases.js';
import { untilSessions } from '../../test/support/server-sql.js';
import { type CopyRow, type CopyRows, loadTables } from './copy.js';
import type { Database } from '../database.js';

const id = (number: number): string => `018f0000-0000-7000-8000-${String(number).padStart(12, '0')}`;

const copyRows = (database: Database, ...load: Parameters<CopyRows>): Promise<number> =>
  loadTables(database, (copy) => copy(...load));

describe('loadTables', () => {
  let database: Database;

  beforeAll(async () => {
    database = await scratchDatabase();
    await database.exec(`CREATE TABLE "odd ""name" (
      "a, b" text, number bigint, truth boolean, moment timestamptz(3), bytes bytea, words text[], part json
    )`);
  });
  afterAll(() => database.close());
  beforeEach(() => database.exec('DELETE FROM "odd ""name"; DELETE FROM groups'));

  const columns = ['a, b', 'number', 'truth', 'moment', 'bytes', 'words', 'part'];
  const stored = (selected: string) =>
    database.source.query({ text: `SELECT ${selected} FROM "odd ""name" ORDER BY number` }, []);
  const groups = () => database.prisma.group.count();

  it('stores a value of every type', async () => {
    const moment = new Date('2026-03-01T09:00:00.123Z');
    const rows: CopyRow[] = [
      ['text', 1, true, moment, new Uint8Array([0, 10, 92, 255]), ['plain', 'a "b" \\ c', 'd,e\t', ''], '{"a":"\\n"}'],
      [null, 9_007_199_254_740_993n, false, null, null, [], null],
    ];
    expect(await copyRows(database, 'odd "name', columns, rows)).toBe(2);
    expect(
      await stored(
        `"a, b", number::text, truth::text, moment::text, encode(bytes, 'hex'), to_json(words)::text, part::text`,
      ),
    ).toEqual([
      [
        'text',
        '1',
        'true',
        '2026-03-01 09:00:00.123+00',
        '000a5cff',
        '["plain","a \\"b\\" \\\\ c","d,e\\t",""]',
        '{"a":"\\n"}',
      ],
      [null, '9007199254740993', 'false', null, null, '[]', null],
    ]);
  });

  it('stores every text unchanged', async () => {
    const character = fc.oneof(
      fc.constantFrom('\\', '\t', '\n', '\r', '\b', '\f', '\v', 'N', '.', ',', '"', '{', '}', "'", 'é', '😀', ' '),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }).filter((text) => text !== '\0'),
    );
    const texts = fc.array(
      fc.array(character, { maxLength: 12 }).map((parts) => parts.join('')),
      { maxLength: 20 },
    );
    await fc.assert(
      fc.asyncProperty(texts, async (values) => {
        await database.exec('DELETE FROM "odd ""name"');
        const rows = values.map((value, number): CopyRow => [value, number, [value, value]]);
        await copyRows(database, 'odd "name', ['a, b', 'number', 'words'], rows);
        expect(await stored(`"a, b", words[2]`)).toEqual(values.map((value) => [value, value]));
      }),
      { numRuns: 60, examples: [[['\\N', '\\.', '', 'NULL', 'a\\\nb', '\\\\.\n', '\r\n']]] },
    );
  });

  it('stores loads larger than a batch completely, and no row of a load that fails at its end', async () => {
    const text = 'y'.repeat(9_000);
    const many = (last: CopyRow): CopyRow[] => [
      ...Array.from({ length: 1000 }, (_, n): CopyRow => [text, n, null]),
      last,
    ];
    const wanted = ['a, b', 'number', 'truth'];
    await expect(copyRows(database, 'odd "name', wanted, many(['end', 1000, 'maybe']))).rejects.toThrow(
      /boolean: "maybe"/,
    );
    expect(await stored('number::text')).toEqual([]);
    expect(await copyRows(database, 'odd "name', wanted, many(['end', 1000, true]))).toBe(1001);
    expect(await stored('number::text')).toHaveLength(1001);
    const planned = { text: `SELECT reltuples::text FROM pg_class WHERE relname = 'odd "name'` };
    expect(await database.source.query(planned, [])).toEqual([['1001']]);
  });

  it('stores nothing if the source of the rows fails, and passes on its error', async () => {
    async function* rows(): AsyncGenerator<CopyRow> {
      await new Promise((resolve) => setImmediate(resolve));
      yield [id(1), 'Staff'];
      throw new Error('The file ends in the middle.');
    }
    await expect(copyRows(database, 'groups', ['id', 'name'], rows())).rejects.toThrow('The file ends in the middle.');
    expect(await groups()).toBe(0);
    expect(await copyRows(database, 'groups', ['id', 'name'], [])).toBe(0);
  });
});

describe('copyRows on a busy server', () => {
  it('stops reading rows while the server does not accept any', async () => {
    const database = await scratchDatabase();
    const text = 'x'.repeat(70_000);
    let produced = 0;
    const rows = function* (): Generator<CopyRow> {
      for (produced = 1; produced <= 400; produced += 1) yield [`${produced}`, text];
    };
    const { loading } = await database.session((session) =>
      session.transaction(async (inside) => {
        await inside.exec('LOCK TABLE catalogue_settings IN ACCESS EXCLUSIVE MODE');
        const copying = copyRows(database, 'catalogue_settings', ['key', 'value'], rows());
        await untilSessions(database, `query LIKE 'COPY%' AND cardinality(pg_blocking_pids(pid)) > 0`, copying);
        expect(produced).toBeLessThan(20);
        return { loading: copying };
      }),
    );
    expect(await loading).toBe(400);
    await database.close();
  });
});
