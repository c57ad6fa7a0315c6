import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { scratchDatabase } from '../../test/support/databases.js';
import type { Database, Session } from '../database.js';
import { withoutIndexes } from './without-indexes.js';

const table = 'booking_seats';
const state = `
  SELECT indexdef FROM pg_indexes WHERE tablename = '${table}'
  UNION ALL SELECT conname || pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = '${table}'::regclass ORDER BY 1`;

describe('withoutIndexes', () => {
  let database: Database;

  beforeAll(async () => {
    database = await scratchDatabase();
  });
  afterAll(() => database.close());

  const read = async (session: Session) => (await session.query({ text: state })).flat().join('\n');

  /** The indexes and constraints before, during and after the fill. */
  const states = (filled: readonly string[] = [], role?: string): Promise<readonly string[]> =>
    database.session(async (session) => {
      const before = await read(session);
      const inside = await session.transaction(async (transaction) => {
        if (role !== undefined) await transaction.exec(`SET LOCAL ROLE ${role}`);
        return withoutIndexes(transaction, table, new Set(filled), () => read(transaction));
      });
      return [before, inside, await read(session)];
    });

  it('keeps the primary key and foreign keys to filled tables, and restores the rest', async () => {
    const [before, inside = '', after] = await states(['prices']);
    expect([...new Set(inside.match(/\w+_(?:pkey|fkey|idx)/g))].sort()).toEqual([
      'booking_seats_pkey',
      'booking_seats_price_id_fkey',
    ]);
    expect(after).toBe(before);
  });

  it('keeps the indexes if another transaction is reading the table or one that it refers to', async () => {
    for (const busy of [table, 'bookings']) {
      const [before, inside] = await database.session((reader) =>
        reader.transaction(async (transaction) => {
          await transaction.query({ text: `SELECT FROM ${busy}` });
          return states();
        }),
      );
      expect(inside).toBe(before);
    }
  });

  it('keeps the indexes of a table that belongs to another role', async () => {
    const role = 'catalogue_test_writer';
    await database.exec(`DROP ROLE IF EXISTS ${role}; CREATE ROLE ${role}`);
    const [before, inside] = await states([], role);
    await database.exec(`DROP ROLE ${role}`);
    expect(inside).toBe(before);
  });
});
