import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { scratchDatabase } from '../../test/support/scratch-databases.js';
import { hashOf } from '../auth/access-token.js';
import { createToken } from '../auth/token-admin.js';
import type { Database } from '../database/database.js';
import { prepareDemo, withdrawDemoToken } from './prepare-demo.js';

const findToken = ({ prisma }: Database, token: string | null) =>
  prisma.accessToken.findUnique({ where: { hash: hashOf(token ?? '') } });

describe('prepareDemo, on an empty embedded database', () => {
  let database: Database;
  let token: string | null;

  beforeAll(async () => {
    database = await scratchDatabase();
    token = await prepareDemo(database);
  });
  afterAll(() => database.close());

  it('fills it, and answers a token that reads and writes', async () => {
    expect(token).toMatch(/^rct_[0-9A-Za-z]{49}$/);
    expect(await database.prisma.booking.count()).toBe(5000);
    const quota = { quota_limit: 6000, quota_window_seconds: 60 };
    expect(await findToken(database, token)).toMatchObject({
      name: 'Demo',
      demo: true,
      scopes: ['read', 'projects:write'],
      ...quota,
    });
  });

  it('answers another token the next time, in place of the first and beside those of the operator', async () => {
    await createToken(database.prisma, { name: 'Own', scopes: ['read'], expiresAt: null, quota: null });
    const next = await prepareDemo(database);
    expect([await findToken(database, token), (await findToken(database, next))?.name]).toEqual([null, 'Demo']);
    const tokens = await database.prisma.accessToken.findMany({ orderBy: { name: 'asc' } });
    expect(tokens.map(({ name }) => name)).toEqual(['Demo', 'Own']);
    expect(await database.prisma.booking.count()).toBe(5000);
  });

  it('takes the token back where demonstrations are forbidden later, and no other', async () => {
    await withdrawDemoToken(database);
    const tokens = await database.prisma.accessToken.findMany();
    expect(tokens.map(({ name }) => name)).toEqual(['Own']);
  });
});

describe('prepareDemo, elsewhere', () => {
  let database: Database;

  beforeAll(async () => {
    database = await scratchDatabase();
  });
  afterAll(() => database.close());

  const untouched = async () => [await database.prisma.accessToken.count(), await database.prisma.space.count()];

  it('leaves a PostgreSQL server alone, empty or not', async () => {
    expect(await prepareDemo({ ...database, kind: 'postgres' })).toBeNull();
    expect(await untouched()).toEqual([0, 0]);
  });

  it('leaves a catalogue that is no demonstration alone', async () => {
    await database.prisma.group.create({ data: { id: '018f0000-0000-7000-8000-000000000001', name: 'Staff' } });
    expect(await prepareDemo(database)).toBeNull();
    expect(await untouched()).toEqual([0, 0]);
  });
});
