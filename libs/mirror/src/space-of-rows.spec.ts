import { expect, it } from '@jest/globals';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { scratchDatabase } from '@resource-catalogue/database/testing/scratch-databases';
import { MirrorRows } from './mirror-rows.js';

it.each(databaseKinds)('a walk leaves no space behind once it is stored, on %s', async (kind) => {
  const database = await scratchDatabase(kind);
  await database.session(async (session) => {
    await session.exec(
      `INSERT INTO mirror_rows SELECT true, 'spaces', gen_random_uuid(), repeat('x', 500) FROM generate_series(1, 1000)`,
    );
    await new MirrorRows(session).clear('walked');
    const size = await session.query({ text: `SELECT pg_relation_size('mirror_rows')::text` });
    expect(size).toEqual([['0']]);
  });
  await database.close();
});
