import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { until } from '@resource-catalogue/testing/until';
import { scratchDatabase } from '../test/support/databases.js';
import type { Database } from './database.js';
import { isUnavailable } from './database-errors.js';
import { connectPostgres } from './connections/postgres.js';

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => Promise.reject(new Error('nothing failed')),
    (error: unknown) => error,
  );

const id = '018f0000-0000-7000-8000-000000000001';

describe('isUnavailable (ERR-5)', () => {
  let database: Database;

  beforeAll(async () => {
    database = await scratchDatabase();
  });
  afterAll(() => database.close());

  it('is false for errors of the statement itself', async () => {
    await database.prisma.group.create({ data: { id, name: 'Staff' } });
    const failures = [
      database.prisma.group.create({ data: { id, name: 'Staff' } }),
      database.prisma.group.create({ data: { id: id.replace('1', '2'), name: '' } }),
      database.source.query({ text: 'SELECT nothing FROM groups' }, []),
      database.source.query({ text: 'SELECT $1::uuid::text' }, ['no uuid']),
    ].map(failureOf);
    for (const failure of failures) expect(isUnavailable(await failure)).toBe(false);
    expect(await failures[0]).toMatchObject({ code: 'P2002' });
  });

  it('is true for reads, snapshots and Prisma queries on a closed database', async () => {
    const closed = await scratchDatabase();
    await closed.close();
    const failures = [
      closed.source.query({ text: 'SELECT 1::text' }, []),
      closed.source.snapshot((source) => source.query({ text: 'SELECT 1::text' }, [])),
      closed.prisma.group.findMany(),
    ].map(failureOf);
    for (const failure of failures) expect(isUnavailable(await failure)).toBe(true);
  });
});

describe('isUnavailable on a server (ERR-5)', () => {
  let database: Database;

  beforeAll(async () => {
    database = await scratchDatabase();
  });
  afterAll(() => database.close());

  it('is true for a statement over its time limit, read directly or through Prisma', async () => {
    const sleep = `SELECT pg_sleep(60)::text`;
    const failures = [
      database.source.snapshot(async (source) => {
        await source.query({ text: `SET LOCAL statement_timeout = 50` }, []);
        return source.query({ text: sleep }, []);
      }),
      database.prisma.$transaction(async (transaction) => {
        await transaction.$executeRawUnsafe(`SET LOCAL statement_timeout = 50`);
        return transaction.$queryRawUnsafe(sleep);
      }),
    ].map(failureOf);
    for (const failure of failures) expect(isUnavailable(await failure)).toBe(true);
  });

  it('is true when no connection comes free in time', async () => {
    const held: (() => void)[] = [];
    const hold = () =>
      database.source.snapshot(async (source) => {
        await source.query({ text: 'SELECT 1::text' }, []);
        return new Promise<void>((resolve) => held.push(resolve));
      });
    const holding = Promise.all(Array.from({ length: 10 }, hold));
    try {
      await until(() => held.length === 10, holding);
      jest.useFakeTimers();
      const failed = failureOf(database.source.query({ text: 'SELECT 1::text' }, []));
      jest.advanceTimersByTime(5000);
      jest.useRealTimers();
      expect(isUnavailable(await failed)).toBe(true);
    } finally {
      for (const end of held) end();
    }
    await holding;
  });
});

describe('isUnavailable without a server (ERR-5)', () => {
  it('is true if nothing listens on the port', async () => {
    expect(isUnavailable(await failureOf(connectPostgres('postgresql://nobody@127.0.0.1:1/none')))).toBe(true);
  });

  it.each([null, undefined, 'text', 57014, new Error('anything'), { code: '23505' }])('is false for %p', (error) => {
    expect(isUnavailable(error)).toBe(false);
  });

  it('is false for an error that is its own cause', () => {
    const error = new Error('round');
    error.cause = error;
    expect(isUnavailable(error)).toBe(false);
  });
});
