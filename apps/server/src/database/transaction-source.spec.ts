import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { databaseKinds } from '../../test/support/databases.js';
import { scratchDatabase } from '../../test/support/scratch-databases.js';
import type { Database } from './database.js';
import { isConflict } from './database-errors.js';
import { transactionSource } from './transaction-source.js';

const id = '018f0000-0000-7000-8000-000000000001';

describe.each(databaseKinds)('transactionSource on %s', (kind) => {
  let database: Database;

  beforeAll(async () => {
    database = await scratchDatabase(kind);
  }, 20_000);
  afterAll(() => database.close());

  it('shows what its transaction wrote, and others do not see', async () => {
    const statement = { text: 'SELECT id::text, name, NULL::text FROM groups WHERE id = ANY($1::uuid[])' };
    const writing = database.prisma.$transaction(async (transaction) => {
      await transaction.group.create({ data: { id, name: 'Staff' } });
      const source = transactionSource(transaction);
      expect(await source.query(statement, [`{${id}}`])).toEqual([[id, 'Staff', null]]);
      throw new Error('undone');
    });
    await expect(writing).rejects.toThrow('undone');
    expect(await database.source.query(statement, [`{${id}}`])).toEqual([]);
  });

  it('has no snapshot, so what needs one begins the transaction again', async () => {
    const asked = database.prisma.$transaction((transaction) =>
      transactionSource(transaction).snapshot((source) => source.query({ text: 'SELECT 1::text' }, [])),
    );
    const refusal: unknown = await asked.catch((error: unknown) => error);
    expect(isConflict(refusal)).toBe(true);
  });

  it('answers every text as the source of the database does, columns of one name included, in order', async () => {
    const text = fc.oneof(
      fc.constantFrom('', ' ', '"', '\\', ',', '(', ')', '\n', '""', '\\"', '{"a":[1,"b\\"c"]}', 'NULL', 'é😀'),
      fc.string({ unit: 'grapheme' }).map((value) => value.replaceAll('\0', '')),
    );
    const table = fc.array(fc.tuple(fc.option(text), fc.option(text)), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const statement = {
          text: `SELECT v->>0 AS same, v->>1 AS same FROM json_array_elements($1::json) WITH ORDINALITY AS e(v, n) ORDER BY n DESC`,
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
