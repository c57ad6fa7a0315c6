import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databaseKinds } from '../../test/support/databases.js';
import { scratchDatabase } from '../../test/support/scratch-databases.js';
import { isUnavailable } from './database-errors.js';
import type { Database } from './database.js';
import { writeTransaction } from './write-transaction.js';

const groups = ['1', '2'].map((digit) => ({ id: `018f0000-0000-7000-8000-00000000000${digit}`, name: digit }));

describe.each(databaseKinds)('writeTransaction on %s', (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await scratchDatabase(kind);
  }, 20_000);
  afterAll(() => database.close());

  it('stores all of the work, or nothing of it', async () => {
    const broken = writeTransaction(database, async ({ group }) => {
      await group.createMany({ data: groups });
      throw new Error('undone');
    });
    await expect(broken).rejects.toThrow('undone');
    expect(await database.prisma.group.count()).toBe(0);
    await writeTransaction(database, ({ group }) => group.createMany({ data: groups }));
    expect(await database.prisma.group.count()).toBe(2);
  });

  it('tries again what another transaction was in the way of, from the beginning', async () => {
    let attempts = 0;
    const done = await writeTransaction(database, async ({ group }) => {
      attempts += 1;
      const [one] = groups;
      if (one && attempts < 3) await group.create({ data: one });
      return group.count();
    });
    expect([attempts, done]).toEqual([3, 2]);
  });

  it('gives up in the end, which is a passing failure, and at once what cannot succeed', async () => {
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
});
