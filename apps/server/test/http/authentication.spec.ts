import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { collections, readScope } from '@resource-catalogue/contracts';
import { newAccessToken, revokeToken } from '@resource-catalogue/tokens';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { stopClock } from '@resource-catalogue/testing/clock';
import { type Instance, startInstance, startTestService, type TestService } from '../support/service.js';
import { firstId, type Operation, operationsOf } from './support/operations.js';
import { expectProblem } from './support/problems.js';

const challenges = {
  missing_token: 'Bearer realm="catalogue"',
  invalid_token: 'Bearer realm="catalogue", error="invalid_token"',
} as const;

const exhaustive = Boolean(process.env['EXHAUSTIVE']);

describe.each(databaseKinds)('authentication on the %s database', (kind) => {
  let service: TestService;
  let operations: readonly Operation[];
  let requests: { method: string; path: string }[];

  beforeAll(async () => {
    service = await startTestService(kind, { authFailureLimit: { requests: 1_000_000, seconds: 60 } });
    operations = await operationsOf(service);
    requests = [
      ...operations.map(({ path }) => ({ method: 'GET', path })),
      { method: 'POST', path: '/api/v1/projects' },
      { method: 'PATCH', path: `/api/v1/projects/${await firstId(service, 'projects')}` },
    ];
  });
  afterAll(() => service.close());
  afterEach(() => void jest.restoreAllMocks());

  /** A list, both reads of the last collection, and the writes. */
  const some = () => (exhaustive ? requests : [...requests.slice(0, 1), ...requests.slice(-4)]);

  async function expectRefused(
    authorization: string | undefined,
    code: keyof typeof challenges,
    asked = some(),
  ): Promise<void> {
    for (const { method, path } of asked) {
      const headers = authorization === undefined ? {} : { authorization };
      const answer = await service.request(path, { method, token: false, headers });
      expectProblem(answer, code);
      expect(answer.headers['www-authenticate']).toBe(challenges[code]);
      expect(answer.headers['ratelimit']).toBeUndefined();
    }
  }

  it('AUTH-1, AUTH-2: every operation asks for a token, and for one that is known', async () => {
    expect(requests).toHaveLength(36);
    await expectRefused(undefined, 'missing_token', requests);
    await expectRefused(`Bearer ${newAccessToken()}`, 'invalid_token', requests);
  });

  it.each([
    ['an empty header', () => ''],
    ['Bearer alone', () => 'Bearer'],
    ['Bearer and spaces', () => 'Bearer   '],
    ['another scheme', () => `Basic ${Buffer.from('me:secret').toString('base64')}`],
    ['a good token without a scheme', (token: string) => token],
    ['a good token under another scheme', (token: string) => `Token ${token}`],
    ['a good token under a longer word', (token: string) => `BearerX ${token}`],
  ])('AUTH-1, AUTH-2: %s counts as no credentials', async (_, authorization) => {
    await expectRefused(authorization(service.token), 'missing_token');
  });

  it.each([
    ['a malformed token', () => 'Bearer x'],
    ['a typo', (token: string) => `Bearer ${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`],
    ['more than one token', (token: string) => `Bearer ${token} ${token}`],
    ['a good token with a tail', (token: string) => `Bearer ${token},`],
    ['a good token in another case', (token: string) => `Bearer ${token.toUpperCase()}`],
    ['bytes beyond ASCII', () => 'Bearer \u00fe\u00ff'],
  ])('AUTH-1, AUTH-2: %s counts as an invalid token', async (_, authorization) => {
    await expectRefused(authorization(service.token), 'invalid_token');
  });

  it('AUTH-2: an expired and a revoked token count as invalid', async () => {
    const expired = await service.newToken({ expiresAt: new Date(Date.now() - 1) });
    const revoked = await service.newToken();
    await revokeToken(service.database.prisma, revoked.id);
    await expectRefused(`Bearer ${expired.token}`, 'invalid_token');
    await expectRefused(`Bearer ${revoked.token}`, 'invalid_token');
  });

  it('AUTH-2: a token counts in the header only', async () => {
    const { token } = service;
    const path = '/api/v1/projects';
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = `access_token=${token}`;
    const answers = [
      await service.request(`${path}?access_token=${token}`, { token: false }),
      await service.request(path, { token: false, headers: { cookie: body } }),
      await service.request(path, { token: false, method: 'POST', headers: form, body }),
      await service.request(path, { token: false, headers: { 'x-access-token': token } }),
    ];
    for (const answer of answers) expectProblem(answer, 'missing_token');
    for (const answer of answers) expect(answer.text).not.toContain(token);
  });

  it.each(['Bearer', 'bearer', 'BEARER', 'bEaReR', 'Bearer  '])(
    'AUTH-2: the scheme may be written %s',
    async (scheme) => {
      const headers = { authorization: `${scheme} ${service.token}` };
      expect((await service.request('/api/v1/spaces', { token: false, headers })).status).toBe(200);
    },
  );

  it('AUTH-2: 401 comes before every other check, so that nothing about resources shows', async () => {
    const id = await firstId(service, 'users');
    const hidden: [method: string, path: string][] = [
      ['GET', '/api/v1'],
      ['GET', '/api/v1/'],
      ['GET', '/api/v1/nothing'],
      ['OPTIONS', '/api/v1/nothing'],
      ['GET', '/api/v1/users/'],
      ['GET', `/api/v1/users/${id}`],
      ['GET', '/api/v1/users/00000000-0000-7000-8000-000000000000'],
      ['GET', '/api/v1/users/not-a-uuid'],
      ['GET', '/api/v1/users/%zz'],
      ['GET', '/api/v1/users?limit=0&nonsense=1'],
      ['DELETE', '/api/v1/users'],
      ['POST', '/api/v1/nothing'],
    ];
    for (const [method, path] of hidden) {
      const headers = { accept: 'text/html' };
      expectProblem(await service.request(path, { method, token: false, headers }), 'missing_token');
      expectProblem(await service.request(path, { method, token: newAccessToken(), headers }), 'invalid_token');
    }
  });

  it('AUTH-2, HTTP-3: HEAD is refused as GET is, without a body', async () => {
    const answer = await service.request('/api/v1/users', { method: 'HEAD', token: false });
    expect([answer.status, answer.text]).toEqual([401, '']);
    expect(answer.headers['www-authenticate']).toBe(challenges.missing_token);
  });

  describe('with a second instance', () => {
    let other: Instance;
    beforeAll(async () => {
      other = await startInstance(service.database, service.token);
    });
    afterAll(() => other.close());

    it('AUTH-4: a revoked token is refused everywhere within one second, though it was in use', async () => {
      const { id, token } = await service.newToken();
      const statuses = async (): Promise<number[]> =>
        Promise.all([service, other].map(async (each) => (await each.request('/api/v1/spaces', { token })).status));
      const clock = stopClock();
      expect(await statuses()).toEqual([200, 200]);
      await revokeToken(service.database.prisma, id);
      // The token stays in use, so that an instance which only looks anew after a pause would never notice.
      for (let passed = 0; passed < 1000; passed += 50) {
        await statuses();
        await clock.pass(50);
      }
      expect(await statuses()).toEqual([401, 401]);
      await clock.pass(300);
      expect(await statuses()).toEqual([401, 401]);
    });
  });

  it('AUTH-4: a token that expires is refused from that very moment, though it was in use', async () => {
    const clock = stopClock();
    const { token } = await service.newToken({ expiresAt: new Date(Date.now() + 400) });
    const status = async (): Promise<number> => (await service.request('/api/v1/spaces', { token })).status;
    expect(await status()).toBe(200);
    await clock.pass(399);
    expect(await status()).toBe(200);
    await clock.pass(1);
    expect(await status()).toBe(401);
    await clock.pass(1000);
    expect(await status()).toBe(401);
  });

  describe('scopes', () => {
    it('AUTH-3: `read` allows every read operation', async () => {
      const { token } = await service.newToken({ scopes: ['read'] });
      expect(operations).toHaveLength(34);
      for (const { path } of operations) expect((await service.request(path, { token })).status).toBe(200);
    });

    it.each(collections.map(({ name }, index) => [name, collections.at(index - 1)?.name] as const))(
      'AUTH-3: `%s:read` allows that collection and no other, such as %s',
      async (collection, other) => {
        const { token } = await service.newToken({ scopes: [readScope(collection)] });
        const asked = operations.filter((each) => exhaustive || [collection, other].includes(each.collection));
        for (const operation of asked) {
          const answer = await service.request(operation.path, { token });
          if (operation.collection === collection) {
            expect(answer.status).toBe(200);
            continue;
          }
          expectProblem(answer, 'insufficient_scope');
          expect(answer.headers['www-authenticate']).toBe(
            `Bearer realm="catalogue", error="insufficient_scope", scope="${operation.collection}:read"`,
          );
          expect(answer.headers['ratelimit']).toBeDefined();
        }
      },
    );

    it('AUTH-3: several scopes add up, and `projects:write` reads nothing', async () => {
      const both = await service.newToken({ scopes: ['users:read', 'spaces:read'] });
      const writing = await service.newToken({ scopes: ['projects:write'] });
      const statuses = async (token: string): Promise<number[]> =>
        Promise.all(
          ['users', 'spaces', 'projects', 'bookings'].map(
            async (name) => (await service.request(`/api/v1/${name}`, { token })).status,
          ),
        );
      expect(await statuses(both.token)).toEqual([200, 200, 403, 403]);
      expect(await statuses(writing.token)).toEqual([403, 403, 403, 403]);
    });

    it('AUTH-3: a scope that a later release took away is no scope', async () => {
      const { id, token } = await service.newToken({ scopes: ['spaces:read'] });
      await service.database.prisma.accessToken.update({ where: { id }, data: { scopes: ['spaces:admin', 'spaces'] } });
      expectProblem(await service.request('/api/v1/spaces', { token }), 'insufficient_scope');
    });
  });
});
