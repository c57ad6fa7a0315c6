import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ProblemCode, Scope } from '@resource-catalogue/contracts';
import { newAccessToken, revokeToken, TokenLookup } from '@resource-catalogue/tokens';
import { stopClock } from '@resource-catalogue/testing/clock';
import { until } from '@resource-catalogue/testing/until';
import { runConformance } from '../support/conformance.js';
import { type Instance, startInstance, startTestService, type TestService } from '../support/service.js';
import { expectProblem } from './support/problems.js';

let service: TestService;
/** An instance on the same database with small limits. */
let strict: Instance;
beforeAll(async () => {
  service = await startTestService({ authFailureLimit: { requests: 1_000_000, seconds: 60 } });
  strict = await startInstance(service.database, service.token, {
    rateLimit: { requests: 3, seconds: 30 },
    authFailureLimit: { requests: 3, seconds: 2 },
    trustProxy: 1,
  });
});
afterAll(async () => {
  await strict.close();
  await service.close();
});
afterEach(() => void jest.restoreAllMocks());

const spaces = '/api/v1/spaces?limit=1';
const statusOf = async (token: string, instance: Instance = service): Promise<number> =>
  (await instance.request(spaces, { token })).status;

describe('authentication', () => {
  it('AUTH-1 to AUTH-4: credentials and scopes are as the conformance suite expects', async () => {
    const [expired, revoked] = [await service.newToken({ expiresAt: new Date(0) }), await service.newToken()];
    await revokeToken(service.database.prisma, revoked.id);
    const tokens = { expiredToken: expired.token, revokedToken: revoked.token };
    const subjects = ['server', 'GET /api/v1/users', 'GET /api/v1/users/{id}', 'POST /api/v1/projects'];
    expect(await runConformance(service, { only: ['auth'], subjects, ...tokens })).toEqual([]);
    const ofAll = ['every-operation-requires-a-token', 'missing-scope-is-403', 'write-scope-is-for-projects'];
    expect(await runConformance(service, { only: ofAll })).toEqual([]);
  });

  // The suite covers the other forms and the challenges.
  it.each<[string, ProblemCode, (token: string) => string]>([
    ['a valid token after a longer scheme', 'missing_token', (token) => `BearerX ${token}`],
    ['a valid token twice', 'invalid_token', (token) => `Bearer ${token} ${token}`],
    ['a valid token in another case', 'invalid_token', (token) => `Bearer ${token.toUpperCase()}`],
    ['a text with bytes beyond ASCII', 'invalid_token', () => 'Bearer \u00fe\u00ff'],
  ])('AUTH-1, AUTH-2: %s is rejected as %s', async (_, code, authorization) => {
    const headers = { authorization: authorization(service.token) };
    expectProblem(await service.request(spaces, { token: false, headers }), code);
  });

  it('AUTH-4: a revoked token in use is rejected by all instances within one second', async () => {
    const { id, token } = await service.newToken();
    const statuses = () => Promise.all([statusOf(token), statusOf(token, strict)]);
    const clock = stopClock();
    expect(await statuses()).toEqual([200, 200]);
    await revokeToken(service.database.prisma, id);
    // The token stays in use: an instance that looks it up only after a pause would never notice.
    for (let passed = 0; passed < 1000; passed += 50) {
      await statuses();
      await clock.pass(50);
    }
    // By now one instance has rejected the token too often.
    for (const status of await statuses()) expect([401, 429]).toContain(status);
  });

  it('AUTH-4: a token in use is rejected once it has expired', async () => {
    const clock = stopClock();
    const { token } = await service.newToken({ expiresAt: new Date(Date.now() + 400) });
    const seen: number[] = [];
    for (const pause of [0, 399, 1, 1000]) {
      await clock.pass(pause);
      seen.push(await statusOf(token));
    }
    expect(seen).toEqual([200, 200, 401, 401]);
  });

  it.each<[scopes: readonly Scope[], expected: readonly number[]]>([
    [
      ['users:read', 'spaces:read'],
      [200, 200, 403],
    ],
    [['projects:write'], [403, 403, 200]],
  ])('AUTH-3: with the scopes %j, reads of users, spaces and projects give %j', async (scopes, expected) => {
    const { token } = await service.newToken({ scopes });
    const names = ['users', 'spaces', 'projects'];
    const responses = await Promise.all(names.map((name) => service.request(`/api/v1/${name}`, { token })));
    expect(responses.map(({ status }) => status)).toEqual(expected);
  });

  it('AUTH-3: an unknown stored scope grants no access', async () => {
    const { id, token } = await service.newToken({ scopes: ['spaces:read'] });
    await service.database.prisma.accessToken.update({ where: { id }, data: { scopes: ['spaces:admin', 'spaces'] } });
    expectProblem(await service.request(spaces, { token }), 'insufficient_scope');
  });
});

describe('the quota of a token', () => {
  it('RATE-1, RATE-2: every authenticated request counts, and every response has the remaining quota', async () => {
    const clock = stopClock();
    const { token } = await service.newToken({ quota: { requests: 7, seconds: 60 }, scopes: ['spaces:read'] });
    const requests = [
      [200, 'HEAD', '/api/v1/spaces', {}],
      [304, 'GET', '/api/v1/spaces', { 'if-none-match': '*' }],
      [400, 'GET', '/api/v1/spaces?limit=0', {}],
      [403, 'GET', '/api/v1/users', {}],
      [404, 'GET', '/api/v1/nothing', {}],
      [405, 'DELETE', '/api/v1/spaces', {}],
      [406, 'GET', '/api/v1/spaces', { accept: 'text/html' }],
      [429, 'GET', '/api/v1/spaces', {}],
    ] as const;
    for (const [index, [status, method, path, headers]] of requests.entries()) {
      const response = await service.request(path, { token, method, headers });
      const left = `"default";r=${Math.max(0, 6 - index)};t=60`;
      expect([response.status, response.headers]).toMatchObject([
        status,
        { 'ratelimit-policy': '"default";q=7;w=60', ratelimit: left, ...(status === 429 && { 'retry-after': '60' }) },
      ]);
    }
    // OPTIONS needs no token and does not count against its quota.
    expect((await service.request(spaces, { token, method: 'OPTIONS' })).headers['ratelimit']).toBeUndefined();
    await clock.pass(60_000);
    expect(await statusOf(token)).toBe(200);
  });

  it('RATE-1: each token without a custom quota has its own default quota', async () => {
    const [one, two] = await Promise.all([service.newToken(), service.newToken()]);
    const data = { quota_limit: null, quota_window_seconds: null };
    await service.database.prisma.accessToken.updateMany({ where: { id: { in: [one.id, two.id] } }, data });
    const statuses: number[] = [];
    for (const { token } of [one, one, one, one, two]) statuses.push(await statusOf(token, strict));
    expect(statuses).toEqual([200, 200, 200, 429, 200]);
  });
});

describe('rejected tokens', () => {
  const from = (address: string, token: string | false, method = 'GET') =>
    strict.request(spaces, { token, method, headers: { 'x-forwarded-for': address } });

  it('RATE-1: an address with too many rejected tokens gets 429 instead of 401, while its valid tokens still work', async () => {
    const clock = stopClock();
    const [first, second] = ['192.0.2.1', '192.0.2.2'];
    // Requests without credentials and OPTIONS requests do not count.
    for (let count = 0; count < 4; count += 1) expectProblem(await from(first, false), 'missing_token');
    for (let count = 0; count < 4; count += 1) expect((await from(first, 'x', 'OPTIONS')).status).toBe(204);
    for (const bad of ['x', newAccessToken(), 'rct_']) expectProblem(await from(first, bad), 'invalid_token');
    const rejected = await from(first, newAccessToken());
    expectProblem(rejected, 'rate_limited');
    expect([rejected.headers['retry-after'], rejected.headers['www-authenticate']]).toEqual(['2', undefined]);
    expect((await from(first, service.token)).status).toBe(200);
    expectProblem(await from(second, newAccessToken()), 'invalid_token');
    await clock.pass(2000);
    expectProblem(await from(first, newAccessToken()), 'invalid_token');
  });

  it.each([
    ['ports', 1, ['192.0.2.6:50001', '192.0.2.6:50002', '192.0.2.6', '192.0.2.6:50003']],
    ['spellings', 1, ['2001:db8::6', '[2001:DB8:0::6]:1', '2001:db8:0:0:0:0:0:6', '[2001:db8::6]:2']],
    [
      'proxies with ports',
      ['loopback', '10.0.0.0/8'],
      ['192.0.2.7, 10.0.0.1:1', '192.0.2.7:1, 10.0.0.2:2, [::ffff:10.0.0.3]:3'],
    ],
  ])('RATE-1: the %s of one address share its limit', async (_, trustProxy, forwarded) => {
    const authFailureLimit = { requests: forwarded.length - 1, seconds: 60 };
    const instance = await startInstance(service.database, service.token, { authFailureLimit, trustProxy });
    const send = async (address: string) =>
      (await instance.request(spaces, { token: newAccessToken(), headers: { 'x-forwarded-for': address } })).status;
    const statuses: number[] = [];
    for (const address of forwarded) statuses.push(await send(address));
    expect(statuses).toEqual(forwarded.map((__, index) => (index === forwarded.length - 1 ? 429 : 401)));
    expect(await send('192.0.2.8, 10.0.0.1:1, 192.0.2.8')).toBe(401);
    await instance.close();
  });

  it('RATE-1: unknown tokens of an address with too many rejected ones are looked up one by one, and other tokens at once', async () => {
    stopClock();
    const [first, second] = ['192.0.2.4', '192.0.2.5'];
    expect((await from(first, service.token)).status).toBe(200);
    for (let count = 0; count < 4; count += 1) await from(first, newAccessToken());
    const unknown = Array.from({ length: 6 }, newAccessToken);
    const waiting = new Map<string, () => void>();
    const lookups = jest
      .spyOn(TokenLookup.prototype, 'find')
      .mockImplementation((token) => new Promise((resolve) => waiting.set(token, () => resolve(null))));
    const responses = Promise.all(unknown.map((token) => from(first, token)));
    await until(() => waiting.size > 0, responses);
    const others = Promise.all([from(second, newAccessToken()), from(first, service.token)]);
    await until(() => lookups.mock.calls.length >= 3, others);
    for (const token of unknown) {
      await until(() => waiting.has(token), responses);
      expect(unknown.filter((one) => waiting.has(one))).toEqual([token]);
      waiting.get(token)?.();
      waiting.delete(token);
    }
    for (const end of waiting.values()) end();
    for (const response of await responses) expectProblem(response, 'rate_limited');
    expect((await others).map(({ status }) => status)).toEqual([401, 429]);
  });
});
