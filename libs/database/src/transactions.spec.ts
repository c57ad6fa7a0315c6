import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from '@resource-catalogue/testing/fast-check';
import { scratchDatabase } from '../test/support/databases.js';
import type { Database } from './database.js';
import { Conflict, isConflict, isUnavailable } from './database-errors.js';
import { transactionSource, writeTransaction } from './transactions.js';

const id = '018f0000-0000-7000-8000-000000000009';
const groups = ['1', '2'].map((digit) => ({ id: `018f0000-0000-7000-8000-00000000000${digit}`, name: digit }));

describe('write transactions', () => {
  let database: Database;
  beforeAll(async () => {
    database = await scratchDatabase();
  });
  afterAll(() => database.close());

  it('stores all of the work or none', async () => {
    const broken = writeTransaction(database, async ({ group }) => {
      await group.createMany({ data: groups });
      throw new Error('undone');
    });
    await expect(broken).rejects.toThrow('undone');
    expect(await database.prisma.group.count()).toBe(0);
    await writeTransaction(database, ({ group }) => group.createMany({ data: groups }));
    expect(await database.prisma.group.count()).toBe(2);
  });

  it('retries the whole transaction after a conflict', async () => {
    let attempts = 0;
    const done = await writeTransaction(database, async ({ group }) => {
      attempts += 1;
      const [one] = groups;
      if (one && attempts < 3) await group.create({ data: one });
      return group.count();
    });
    expect([attempts, done]).toEqual([3, 2]);
  });

  it('ERR-6: does not retry after the time limit', async () => {
    let attempts = 0;
    const late = writeTransaction(
      database,
      () => {
        attempts += 1;
        return Promise.reject(new Conflict('again'));
      },
      0,
    );
    expect(isUnavailable(await late.catch((error: unknown) => error))).toBe(true);
    expect(attempts).toBe(1);
  });

  it('gives up after six conflicts, and at once after an error of the statement', async () => {
    let attempts = 0;
    const [one = { id: '', name: '' }] = groups;
    const stuck = writeTransaction(database, ({ group }) => {
      attempts += 1;
      return group.create({ data: one });
    });
    const failure: unknown = await stuck.catch((error: unknown) => error);
    expect([isUnavailable(failure), attempts]).toEqual([true, 6]);

    attempts = 0;
    const wrong = writeTransaction(database, ({ $executeRaw: run }) => {
      attempts += 1;
      return run`INSERT INTO groups (id) VALUES ('no id')`;
    });
    const other: unknown = await wrong.catch((error: unknown) => error);
    expect([isUnavailable(other), attempts]).toEqual([false, 1]);
  });

  it('WRITE-6: reads its own writes, which others do not see', async () => {
    const statement = { text: 'SELECT id::text, name FROM groups WHERE id = ANY($1::uuid[])' };
    const writing = database.prisma.$transaction(async (transaction) => {
      await transaction.group.create({ data: { id, name: 'Staff' } });
      const source = transactionSource(transaction);
      expect(await source.query(statement, [`{${id}}`])).toEqual([[id, 'Staff']]);
      throw new Error('undone');
    });
    await expect(writing).rejects.toThrow('undone');
    expect(await database.source.query(statement, [`{${id}}`])).toEqual([]);
  });

  it('requires a retry if a snapshot is needed inside a transaction', async () => {
    const snapshot = database.prisma.$transaction((transaction) =>
      transactionSource(transaction).snapshot((source) => source.query({ text: 'SELECT 1::text' }, [])),
    );
    const failure: unknown = await snapshot.catch((error: unknown) => error);
    expect(isConflict(failure)).toBe(true);
  });

  it('returns every text as stored, in the order of rows and columns', async () => {
    const text = fc.oneof(
      fc.constantFrom('', ' ', '"', '\\', ',', '(', ')', '\n', '""', '\\"', '{"a":[1,"b\\"c"]}', 'NULL', 'é😀'),
      fc.string({ unit: 'grapheme' }).map((value) => value.replaceAll('\0', '')),
    );
    const table = fc.array(fc.tuple(fc.option(text), fc.option(text)), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const statement = {
          text: `SELECT v->>0 AS c, v->>1 AS c FROM json_array_elements($1::json) WITH ORDINALITY AS e(v, n) ORDER BY n DESC`,
          columns: ['user', 'group'],
        };
        const expected = rows.toReversed();
        const values = [JSON.stringify(rows)];
        const read = database.prisma.$transaction((transaction) =>
          transactionSource(transaction).query(statement, values),
        );
        expect(await read).toEqual(expected);
        expect(await database.source.query(statement, values)).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });
});
