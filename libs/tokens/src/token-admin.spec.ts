import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { scratchDatabase } from '@resource-catalogue/database/testing/databases';
import { CommandError, readConfiguration } from '@resource-catalogue/program';
import type { Database } from '@resource-catalogue/database';
import { createToken, listTokens, parseOverlap, revokeToken, rotateToken, parseTokenRequest } from './token-admin.js';
import { TokenLookup } from './token-lookup.js';

const now = new Date('2026-03-01T09:00:00.000Z');

describe('the options of a new token', () => {
  it('AUTH-4: all options of a new token are parsed', () => {
    expect(parseTokenRequest({ name: ' Door ', scopes: 'read, projects:write,read' }, now)).toEqual({
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
  ])('AUTH-4: --expires-in %s sets the expiry', (expiresIn, expected) => {
    expect(parseTokenRequest({ name: 'a', scopes: 'read', expiresIn }, now).expiresAt?.toISOString()).toBe(expected);
  });

  it('RATE-1: --quota sets the quota of a token', () => {
    const request = parseTokenRequest({ name: 'a', scopes: 'read', quota: '5/2m' }, now);
    expect(request.quota).toEqual({ requests: 5, seconds: 120 });
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
    [{ feed: 'machine:saw' }, 'either --scopes or --feed'],
    [{ withNames: true }, '--with-names'],
  ])('%j are rejected with the invalid option or scope', (words, named) => {
    expect(() => parseTokenRequest({ name: 'a', scopes: 'read', ...words }, now)).toThrow(CommandError);
    expect(() => parseTokenRequest({ name: 'a', scopes: 'read', ...words }, now)).toThrow(named);
  });

  it('a token has either scopes or a feed', () => {
    expect(parseTokenRequest({ feed: 'machine:saw', withNames: true }, now)).toMatchObject({
      name: 'machine:saw',
      scopes: [],
    });
    expect(() => parseTokenRequest({ scopes: 'read' }, now)).toThrow('--name must have');
    expect(() => parseTokenRequest({ name: 'a' }, now)).toThrow('either --scopes or --feed');
  });

  it('all invalid options are reported at once', () => {
    const words = { name: '', scopes: 'all', expiresIn: 'soon', quota: 'much' };
    expect(() => parseTokenRequest(words, now)).toThrow(/--name.*--scopes.*--expires-in.*--quota/);
  });
});

describe('stored tokens', () => {
  let database: Database;
  beforeAll(async () => {
    database = await scratchDatabase();
  });
  afterAll(() => database.close());

  it('AUTH-4: a token is stored as a hash, and listed by its prefix', async () => {
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
      feed: null,
      with_names: false,
      quota: '5/60s',
      expires_at: expiresAt.toISOString(),
      revoked_at: null,
      replaced_by: null,
      last_used_at: null,
      created_at: expect.stringMatching(/Z$/),
    });
    expect(JSON.stringify(listed)).not.toContain(made.token.slice(10));
    await expect(new TokenLookup(database.prisma, readConfiguration({})).find(made.token)).resolves.toEqual({
      tokenId: made.id,
      scopes: ['users:read'],
      quota: { requests: 5, seconds: 60 },
    });
  });

  it('AUTH-4: revoking a token again keeps the first time', async () => {
    const { prisma } = database;
    const { id, token } = await createToken(prisma, { name: 'a', scopes: ['read'], expiresAt: null, quota: null });
    const first = await revokeToken(prisma, id);
    expect(first.revoked_at).not.toBeNull();
    expect((await revokeToken(prisma, id.toUpperCase())).revoked_at).toBe(first.revoked_at);
    await expect(new TokenLookup(database.prisma, readConfiguration({})).find(token)).resolves.toBeNull();
  });

  describe('a rotation', () => {
    const find = (token: string) => new TokenLookup(database.prisma, readConfiguration({})).find(token);
    const hour = 3_600_000;
    const later = (at: Date, milliseconds: number): string => new Date(at.getTime() + milliseconds).toISOString();

    it('AUTH-4: a rotation creates a token with the same permissions, and lets the old one expire', async () => {
      const { prisma } = database;
      const request = { name: 'Gate', scopes: ['users:read'], quota: { requests: 5, seconds: 60 } } as const;
      const old = await createToken(prisma, { ...request, expiresAt: null });
      const moment = new Date();
      const { token, replaces, ...made } = await rotateToken(prisma, old.id.toUpperCase(), hour, moment);
      expect(made).toMatchObject({ name: 'Gate', scopes: ['users:read'], quota: '5/60s', expires_at: null });
      expect(replaces).toMatchObject({ id: old.id, replaced_by: made.id, expires_at: later(moment, hour) });
      expect((await listTokens(prisma)).find(({ id }) => id === old.id)).toEqual(replaces);
      await expect(find(token)).resolves.toMatchObject({ tokenId: made.id, scopes: ['users:read'] });
      await expect(find(old.token)).resolves.toMatchObject({ tokenId: old.id });
    });

    it('AUTH-4: a rotation keeps the lifetime, and never extends the old token', async () => {
      const { prisma } = database;
      const request = { name: 'a', scopes: ['read'], quota: null } as const;
      const { id } = await createToken(prisma, { ...request, expiresAt: new Date('2999-01-01T00:00:00.000Z') });
      const created = new Date('2998-12-31T00:00:00.000Z');
      await prisma.accessToken.update({ where: { id }, data: { created_at: created } });
      const moment = new Date('2998-12-31T20:00:00.000Z');
      const made = await rotateToken(prisma, id, 24 * hour, moment);
      expect(made.expires_at).toBe(later(moment, 24 * hour));
      expect(made.replaces.expires_at).toBe('2999-01-01T00:00:00.000Z');
    });

    it('AUTH-4: only a valid token can be rotated, and only once', async () => {
      const { prisma } = database;
      const make = async () =>
        (await createToken(prisma, { name: 'a', scopes: ['read'], quota: null, expiresAt: null })).id;
      const [twice, revoked, expired] = [await make(), await make(), await make()];
      await revokeToken(prisma, revoked);
      await prisma.accessToken.update({ where: { id: expired }, data: { expires_at: now } });
      const attempts = await Promise.allSettled([1, 2, 3].map(() => rotateToken(prisma, twice, hour, now)));
      expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
      const count = await prisma.accessToken.count();
      const rejected: [id: string, reason: RegExp][] = [
        [twice, /was already rotated: rotate its successor [0-9a-f-]{36}/],
        [revoked, /is revoked: create a new one with: resource-catalogue tokens create/],
        [expired, /has expired: create a new one with: resource-catalogue tokens create/],
        ['door', /No token has the id door/],
      ];
      for (const [id, reason] of rejected) {
        const attempt = rotateToken(prisma, id, hour, now);
        await expect(attempt).rejects.toThrow(CommandError);
        await expect(attempt).rejects.toThrow(reason);
      }
      expect(await prisma.accessToken.count()).toBe(count);
      expect(() => parseOverlap('1w')).toThrow('The token was not rotated: --overlap must be a time like 90s');
    });

    it.each(['replaced_by = NEW.id', 'revoked_at = now()'])(
      'AUTH-4: a rotation fails if another command has set %s meanwhile',
      async (change) => {
        const { prisma } = database;
        const { id } = await createToken(prisma, { name: 'a', scopes: ['read'], quota: null, expiresAt: null });
        const count = await prisma.accessToken.count();
        await database.exec(
          `CREATE RULE meanwhile AS ON INSERT TO access_tokens DO ALSO UPDATE access_tokens SET ${change} WHERE id = '${id}'`,
        );
        await expect(rotateToken(prisma, id, hour, now)).rejects.toThrow(/ was rotated or revoked just now\. /);
        await database.exec('DROP RULE meanwhile ON access_tokens');
        expect(await prisma.accessToken.count()).toBe(count);
      },
    );
  });

  it.each(['00000000-0000-7000-8000-000000000000', 'rct_abc', '', "'; DROP TABLE access_tokens"])(
    'AUTH-4: a token with the unknown id %j cannot be revoked',
    async (id) => {
      await expect(revokeToken(database.prisma, id)).rejects.toThrow(CommandError);
    },
  );
});
