import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { scratchDatabase } from '../../test/support/scratch-databases.js';
import { readConfiguration } from '../config/configuration.js';
import type { Database } from '../database/database.js';
import { CommandError } from '../errors/command-error.js';
import { createToken, listTokens, revokeToken, tokenWish } from './token-admin.js';
import { TokenLookup } from './access-token.js';

const now = new Date('2026-03-01T09:00:00.000Z');

describe('the wish for a token', () => {
  it('AUTH-4: is read from the words of the command line', () => {
    expect(tokenWish({ name: ' Door ', scopes: 'read, projects:write,read' }, now)).toEqual({
      name: 'Door',
      scopes: ['read', 'projects:write'],
      expiresAt: null,
      quota: null,
    });
  });

  it.each([
    ['90s', '2026-03-01T09:01:30.000Z'],
    ['15m', '2026-03-01T09:15:00.000Z'],
    ['12h', '2026-03-01T21:00:00.000Z'],
    ['30d', '2026-03-31T09:00:00.000Z'],
  ])('AUTH-4: expires in %s', (expiresIn, expected) => {
    expect(tokenWish({ name: 'a', scopes: 'read', expiresIn }, now).expiresAt?.toISOString()).toBe(expected);
  });

  it('RATE-1: may have a quota of its own', () => {
    const wish = tokenWish({ name: 'a', scopes: 'read', quota: '5/2m' }, now);
    expect(wish.quota).toEqual({ requests: 5, seconds: 120 });
  });

  it.each([
    [{ name: ' ' }, '--name'],
    [{ name: 'x'.repeat(201) }, '--name'],
    [{ scopes: '' }, "''"],
    [{ scopes: 'read,write' }, "'write'"],
    [{ scopes: 'users' }, "'users'"],
    [{ expiresIn: '0s' }, '--expires-in'],
    [{ expiresIn: '1w' }, '--expires-in'],
    [{ expiresIn: '36501d' }, '--expires-in'],
    [{ expiresIn: '-1d' }, '--expires-in'],
    [{ quota: '600' }, '--quota'],
  ])('%j is refused by name', (words, named) => {
    expect(() => tokenWish({ name: 'a', scopes: 'read', ...words }, now)).toThrow(CommandError);
    expect(() => tokenWish({ name: 'a', scopes: 'read', ...words }, now)).toThrow(named);
  });

  it('is refused for all of its errors at once', () => {
    const words = { name: '', scopes: 'all', expiresIn: 'soon', quota: 'much' };
    expect(() => tokenWish(words, now)).toThrow(/--name.*--scopes.*--expires-in.*--quota/);
  });
});

describe('stored tokens', () => {
  let database: Database;
  beforeAll(async () => {
    database = await scratchDatabase();
  });
  afterAll(() => database.close());

  it('AUTH-4: are kept as a hash alone, and listed by their prefix', async () => {
    const { prisma } = database;
    const expiresAt = new Date('2999-01-01T00:00:00.000Z');
    const made = await createToken(prisma, {
      name: 'Door',
      scopes: ['users:read'],
      expiresAt,
      quota: { requests: 5, seconds: 60 },
    });
    const rows = JSON.stringify(await prisma.$queryRaw`SELECT t::text FROM access_tokens t`);
    expect(rows).toContain(made.id);
    expect(rows).not.toContain(made.token.slice(10));
    const [listed] = await listTokens(prisma);
    expect(listed).toEqual({
      id: made.id,
      prefix: made.token.slice(0, 10),
      name: 'Door',
      scopes: ['users:read'],
      quota: '5/60s',
      expires_at: expiresAt.toISOString(),
      revoked_at: null,
      created_at: expect.stringMatching(/Z$/),
    });
    expect(JSON.stringify(listed)).not.toContain(made.token.slice(10));
    await expect(new TokenLookup(database, readConfiguration({})).find(made.token)).resolves.toEqual({
      tokenId: made.id,
      scopes: ['users:read'],
      quota: { requests: 5, seconds: 60 },
    });
  });

  it('AUTH-4: are revoked once: the first time stays', async () => {
    const { prisma } = database;
    const { id, token } = await createToken(prisma, { name: 'a', scopes: ['read'], expiresAt: null, quota: null });
    const first = await revokeToken(prisma, id);
    expect(first.revoked_at).not.toBeNull();
    expect((await revokeToken(prisma, id.toUpperCase())).revoked_at).toBe(first.revoked_at);
    await expect(new TokenLookup(database, readConfiguration({})).find(token)).resolves.toBeNull();
  });

  it.each(['00000000-0000-7000-8000-000000000000', 'rct_abc', '', "'; DROP TABLE access_tokens"])(
    'AUTH-4: %j, which no token has, cannot be revoked',
    async (id) => {
      await expect(revokeToken(database.prisma, id)).rejects.toThrow(CommandError);
    },
  );
});
