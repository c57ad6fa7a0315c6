import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { scratchDatabase } from '../test/support/scratch-databases.js';
import type { Database } from './database.js';
import { vacuumFilled } from './vacuum.js';

// As the trigger of booking days does during an import.
const updates = `DO $$ BEGIN
  INSERT INTO catalogue_settings VALUES ('worn', '0');
  FOR n IN 1..1200 LOOP UPDATE catalogue_settings SET value = n WHERE key = 'worn'; END LOOP;
END $$`;

// Embedded, because on a server an autovacuum may come first and leave the pages as they are.
describe('the vacuum after an import', () => {
  let database: Database;
  beforeAll(async () => {
    database = await scratchDatabase('embedded');
  });
  afterAll(() => database.close());

  it('shrinks a table whose rows were updated again and again', async () => {
    await database.session(async ({ exec }) => {
      await exec(updates);
      await exec('SELECT pg_stat_force_next_flush()');
    });
    await vacuumFilled(database, new Map([['bookings', 1000]]));
    const text = `SELECT (pg_relation_size('catalogue_settings') <= 8192)::text`;
    expect(await database.source.query({ text }, [])).toEqual([['true']]);
  });
});
