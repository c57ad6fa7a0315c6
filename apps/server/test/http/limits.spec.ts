import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { newAccessToken, TokenLookup } from '@resource-catalogue/tokens';
import { until } from '@resource-catalogue/testing/until';
import { type Clock, stopClock } from '@resource-catalogue/testing/clock';
import { type Answer, type Instance, startInstance, startTestService, type TestService } from '../support/service.js';
import { expectProblem } from './support/problems.js';
import { asAnswer, exchange, requestText } from './support/raw-client.js';

const path = '/api/v1/spaces?limit=1';

const longest = 16 * 1024;

describe('limits', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService('embedded', { rateLimit: { requests: 3, seconds: 30 } });
  });
  afterAll(() => service.close());

  let clock: Clock;
  beforeEach(() => {
    clock = stopClock();
  });
  afterEach(() => void jest.restoreAllMocks());

  const limitsOf = ({ headers }: Pick<Answer, 'headers'>): unknown[] => [
    headers['ratelimit-policy'],
    headers['ratelimit'],
  ];

  it('RATE-1, RATE-2: every authenticated request counts, whatever the answer, and every answer says what is left', async () => {
    const { token } = await service.newToken({ quota: { requests: 9, seconds: 60 }, scopes: ['spaces:read'] });
    const { headers } = await service.request(path, { token });
    const etag = String(headers['etag']);
    const answers = [
      await service.request(path, { token, method: 'HEAD' }),
      await service.request(path, { token, headers: { 'if-none-match': etag } }),
      await service.request('/api/v1/spaces?limit=0', { token }),
      await service.request('/api/v1/users', { token }),
      await service.request('/api/v1/nothing', { token }),
      await service.request(path, { token, method: 'DELETE' }),
      await service.request(path, { token, headers: { accept: 'text/html' } }),
      await service.request('/api/v1/spaces/00000000-0000-7000-8000-000000000000', { token }),
      await service.request(path, { token }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 304, 400, 403, 404, 405, 406, 404, 429]);
    for (const [index, answer] of answers.entries()) {
      expect(limitsOf(answer)).toEqual(['"default";q=9;w=60', `"default";r=${Math.max(0, 7 - index)};t=60`]);
    }
    // OPTIONS needs no token, so it costs none of its quota.
    expect((await service.request(path, { token, method: 'OPTIONS' })).headers['ratelimit']).toBeUndefined();
  });

  it('RATE-1: a token without a quota of its own has the operator’s, and tokens share nothing', async () => {
    const [one, two] = await Promise.all([plainToken(service), plainToken(service)]);
    for (const token of [one, one, one, two]) {
      const answer = await service.request(path, { token });
      expect([answer.status, answer.headers['ratelimit-policy']]).toEqual([200, '"default";q=3;w=30']);
    }
    expectProblem(await service.request(path, { token: one }), 'rate_limited');
    expect((await service.request(path, { token: two })).status).toBe(200);
  });

  it('RATE-1: of requests at once exactly the quota succeeds', async () => {
    const { token } = await service.newToken({ quota: { requests: 5, seconds: 60 } });
    const answers = await Promise.all(Array.from({ length: 12 }, () => service.request(path, { token })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
  });

  it('RATE-2: Retry-After is never too early, and not a second too late', async () => {
    const { token } = await service.newToken({ quota: { requests: 2, seconds: 2 } });
    await service.request(path, { token });
    await service.request(path, { token });
    for (const [passing, wait] of [
      [700, 2],
      [300, 1],
      [999, 1],
    ] as const) {
      await clock.pass(passing);
      const refused = await service.request(path, { token });
      expectProblem(refused, 'rate_limited');
      expect([refused.headers['retry-after'], refused.headers['ratelimit']]).toEqual([
        `${wait}`,
        `"default";r=0;t=${wait}`,
      ]);
    }
    await clock.pass(1);
    const again = await service.request(path, { token });
    expect([again.status, again.headers['ratelimit']]).toEqual([200, '"default";r=1;t=2']);
  });

  describe('of refused tokens', () => {
    let strict: Instance;
    beforeAll(async () => {
      strict = await startInstance(service.database, service.token, {
        authFailureLimit: { requests: 3, seconds: 2 },
        trustProxy: 1,
      });
    });
    afterAll(() => strict.close());

    const from = (address: string, token: string | false, method = 'GET') =>
      strict.request('/api/v1/spaces', { token, method, headers: { 'x-forwarded-for': address } });

    it('RATE-1: beyond the limit an address gets 429 instead of 401, while its good tokens still work', async () => {
      const [first, second] = ['192.0.2.1', '192.0.2.2'];
      for (const bad of ['x', newAccessToken(), 'rct_']) expectProblem(await from(first, bad), 'invalid_token');
      const refused = await from(first, newAccessToken());
      expectProblem(refused, 'rate_limited');
      expect(refused.headers['retry-after']).toBe('2');
      expect(refused.headers['www-authenticate']).toBeUndefined();
      expect((await from(first, service.token)).status).toBe(200);
      expectProblem(await from(second, newAccessToken()), 'invalid_token');
      await clock.pass(2000);
      expectProblem(await from(first, newAccessToken()), 'invalid_token');
    });

    it('RATE-1: beyond it one of its unknown tokens is looked up at a time, and whoever else comes is looked up at once', async () => {
      const [first, second] = ['192.0.2.4', '192.0.2.5'];
      expect((await from(first, service.token)).status).toBe(200);
      for (let count = 0; count < 4; count += 1) await from(first, newAccessToken());
      const unknown = Array.from({ length: 6 }, newAccessToken);
      const waiting = new Map<string, () => void>();
      const lookups = jest
        .spyOn(TokenLookup.prototype, 'find')
        .mockImplementation((token) => new Promise((resolve) => waiting.set(token, () => resolve(null))));
      const answers = Promise.all(unknown.map((token) => from(first, token)));
      await until(() => waiting.size > 0, answers);
      const others = Promise.all([from(second, newAccessToken()), from(first, service.token)]);
      await until(() => lookups.mock.calls.length >= 3, others);
      for (const token of unknown) {
        await until(() => waiting.has(token), answers);
        expect(unknown.filter((one) => waiting.has(one))).toEqual([token]);
        waiting.get(token)?.();
        waiting.delete(token);
      }
      for (const end of waiting.values()) end();
      for (const answer of await answers) expectProblem(answer, 'rate_limited');
      expect((await others).map(({ status }) => status)).toEqual([401, 429]);
    });

    it('RATE-1: requests without credentials, and OPTIONS, do not count', async () => {
      const address = '192.0.2.3';
      for (let count = 0; count < 8; count += 1) expectProblem(await from(address, false), 'missing_token');
      for (let count = 0; count < 8; count += 1) expect((await from(address, 'x', 'OPTIONS')).status).toBe(204);
      expectProblem(await from(address, newAccessToken()), 'invalid_token');
    });
  });

  describe('the limits of sizes', () => {
    const statusOf = async (bytes: string): Promise<number | undefined> =>
      (await exchange(service.port, bytes)).answers[0]?.status;

    /** A request for the list of spaces of exactly this many bytes, filled up where the test wants it. */
    function ofSize(size: number, where: 'target' | 'header' | 'headers'): string {
      const fill = (filler: string): string =>
        requestText(`GET /api/v1/spaces${where === 'target' ? `?${filler}` : ''} HTTP/1.1`, [
          `Authorization: Bearer ${service.token}`,
          ...(where === 'header' ? [`X-Fill: ${filler}`] : []),
          ...(where === 'headers'
            ? (filler.match(/.{1,100}/g)?.map((part, index) => `X-${index}: ${part}`) ?? [])
            : []),
        ]);
      let filler = '&'.repeat(size - fill('').length);
      // Each piece of it that becomes a header brings a name of its own.
      const excess = (): number => Math.max(0, fill(filler).length - size);
      while (excess() > 0) filler = filler.slice(Math.ceil(excess() / 2));
      return fill(filler);
    }

    it.each(['target', 'header', 'headers'] as const)(
      'RATE-3: 16 KiB of request line and headers pass (%s)',
      async (where) => {
        const bytes = ofSize(longest, where);
        expect(bytes.length).toBeGreaterThan(longest - 150);
        expect(await statusOf(bytes)).toBe(200);
      },
    );

    it.each(['target', 'header', 'headers'] as const)('RATE-3: more than that is 414 or 431 (%s)', async (where) => {
      for (const size of [longest + 1, longest + 1024, 3 * longest])
        expect([414, 431]).toContain(await statusOf(ofSize(size, where)));
    });

    it('RATE-3, ERR-3: what the parser lets through all the same is refused with a problem', async () => {
      for (const [where, code] of [
        ['target', 'uri_too_long'],
        ['headers', 'headers_too_large'],
      ] as const) {
        const { answers } = await exchange(service.port, ofSize(longest + 1, where));
        expectProblem(asAnswer(answers[0]), code);
      }
    });

    it('RATE-3: within the limit no header is dropped, however many there are', async () => {
      const many = Array.from({ length: 3_000 }, () => 'a:');
      const headers = [...many, `Authorization: Bearer ${service.token}`];
      expect(await statusOf(requestText('GET /api/v1/spaces HTTP/1.1', headers))).toBe(200);
    });

    it('RATE-3: what was refused for its size does no harm to those who come after', async () => {
      await Promise.all(Array.from({ length: 20 }, () => statusOf(ofSize(5 * longest, 'header'))));
      expect((await service.request('/api/v1/spaces')).status).toBe(200);
    });
  });
});

/** A token as `tokens create` makes it without --quota. */
async function plainToken(service: TestService): Promise<string> {
  const { id, token } = await service.newToken();
  const data = { quota_limit: null, quota_window_seconds: null };
  await service.database.prisma.accessToken.update({ where: { id }, data });
  return token;
}
