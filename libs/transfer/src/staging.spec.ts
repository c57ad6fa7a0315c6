import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { scratchDatabase } from '@resource-catalogue/database/testing/scratch-databases';
import { catalogueDefinitions } from '@resource-catalogue/read';
import type { Database } from '@resource-catalogue/database';
import { StagedRows } from './staged-rows.js';
import { Staging } from './staging.js';

describe.each(databaseKinds)('staging on %s', (kind) => {
  let database: Database;

  beforeAll(async () => {
    database = await scratchDatabase(kind);
  });
  afterAll(() => database.close());

  it('makes the tables of the rows, of what these are compared with, and of what is pruned, and leaves none', async () => {
    const { plan } = new StagedRows(catalogueDefinitions);
    const text = `SELECT relname::text FROM pg_class WHERE relname LIKE 'staged%' AND relkind = 'r' AND pg_table_is_visible(oid) ORDER BY 1`;
    await database.session(async (session) => {
      const made = async () => (await session.query({ text })).map(([name]) => name?.replace('staged_', ''));
      const staging = await Staging.begin(session, plan);
      expect(await made()).toEqual(['changes', 'rejects']);
      const id = '00000000-0000-7000-8000-000000000000';
      await staging?.append(new Map([['event_required_plans', Buffer.from(`${id}\t${id}\t0\t1\t0\n`)]]));
      await staging?.appended(['groups']);
      expect(await made()).toEqual(['changes', 'event_required_plans', 'events', 'groups', 'plans', 'rejects']);
      expect(staging?.tables.map(({ table }) => table)).toEqual(['events', 'groups', 'plans', 'event_required_plans']);
      await staging?.end();
      expect(await made()).toEqual([]);
    });
  });
});
