import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@resource-catalogue/testing/until';
import { scratchDatabase } from '../../test/support/databases.js';
import type { Database } from '../database.js';
import { vacuumFilled } from './vacuum.js';

// As the trigger of booking days does during an import.
const updates = `DO $$ BEGIN
  INSERT INTO catalogue_settings VALUES ('worn', '0');
  FOR n IN 1..6000 LOOP UPDATE catalogue_settings SET value = repeat('x', 50) WHERE key = 'worn'; END LOOP;
END $$`;

describe('the vacuum after an import', () => {
  let database: Database;
  beforeAll(async () => {
    database = await scratchDatabase();
  });
  afterAll(() => database.close());

  it('gives small tables statistics', async () => {
    await database.session(({ exec }) => exec(`INSERT INTO revisions VALUES ('a') ON CONFLICT DO NOTHING`));
    await vacuumFilled(database, new Map([['bookings', 1000]]));
    const text = `SELECT reltuples::int::text FROM pg_class WHERE oid = 'revisions'::regclass`;
    expect(await database.source.query({ text }, [])).not.toEqual([['-1']]);
  });

  it('shrinks a table whose rows were updated again and again', async () => {
    await database.session(({ exec }) => exec(updates));
    const text = `SELECT pg_relation_size('catalogue_settings')::text`;
    // An autovacuum may have the table in use, and such a table is left to the next import.
    await until(async () => {
      await vacuumFilled(database, new Map([['bookings', 1000]]));
      const [size] = await database.source.query({ text }, []);
      return size?.[0] === '8192';
    });
  });

  it('vacuums a table if few rows have changed, but on many pages', async () => {
    await database.session(({ exec }) =>
      exec(`INSERT INTO catalogue_settings SELECT n, repeat('x', 50) FROM generate_series(1, 20000) n; ANALYZE`),
    );
    const vacuumed: string[] = [];
    await vacuumFilled(database, new Map([['catalogue_settings', 1000]]), (table) => vacuumed.push(table));
    expect(vacuumed).toEqual(['catalogue_settings']);
  });
});
