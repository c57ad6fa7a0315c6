import { describe, expect, it } from '@jest/globals';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { scratchDatabase } from '@resource-catalogue/database/testing/scratch-databases';
import type { Database } from '@resource-catalogue/database';
import { withSnapshot } from './export-rows.js';

const onServer = () => {
  it('may wait for its reader for longer than other transactions may do nothing', async () => {
    const database = await scratchDatabase('postgres');
    const limit = { text: `SELECT current_setting('idle_in_transaction_session_timeout')` };
    const limits: unknown[] = [];
    const snapshot: Database['source']['snapshot'] = (work) =>
      database.source.snapshot(async (inside) => {
        const result = await work(inside);
        limits.push(await inside.query(limit, []));
        return result;
      });
    await withSnapshot({ ...database, source: { ...database.source, snapshot } }, () => Promise.resolve());
    expect(limits).toEqual([[['10min']]]);
    await database.close();
  });
};

if (databaseKinds.includes('postgres')) describe('the snapshot of an export from a server', onServer);
