import { randomUUID, webcrypto } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Configuration } from '@resource-catalogue/program';
import { objectOf, textOf } from '@resource-catalogue/testing/json';
import { stopClock } from '@resource-catalogue/testing/clock';
import { type Answer, type Instance, startInstance, startTestService, type TestService } from '../support/service.js';
import { newKey, type OpenIdProvider, seconds, startProvider } from './support/openid-provider.js';
import { expectProblem } from './support/problems.js';

const path = '/api/v1/spaces?limit=1';
describe('JWTs of an OpenID provider (AUTH-5)', () => {
  let service: TestService;
  let provider: OpenIdProvider;
  let instance: Instance;

  const start = (overrides: Partial<Configuration> = {}): Promise<Instance> =>
    startInstance(service.database, service.token, {
      oidcIssuer: provider.issuer,
      oidcAudience: provider.audience,
      ...overrides,
    });
  const ask = (token: string, to: Instance = instance): Promise<Answer> => to.request(path, { token });

  beforeAll(async () => {
    service = await startTestService('embedded');
    provider = await startProvider();
    instance = await start();
  });
  afterAll(async () => {
    await instance.close();
    await provider.close();
    await service.close();
  });
  afterEach(() => void jest.restoreAllMocks());

  describe('accepts', () => {
    it.each<[string, () => string]>([
      ['what is in order', () => provider.token()],
      ['an audience among others', () => provider.token({ aud: ['account', provider.audience] })],
      ['the typ of RFC 9068', () => provider.token({}, { typ: 'at+jwt' })],
      ['its long form', () => provider.token({}, { typ: 'application/AT+JWT' })],
      ['no typ at all', () => provider.token({}, { typ: undefined })],
      ['Keycloak’s access tokens', () => provider.token({ typ: 'Bearer' })],
      ['scopes in a list', () => provider.token({ scope: ['profile', 'spaces:read'] })],
      ['clocks that differ by less than a minute', () => provider.token({ exp: seconds() - 50, nbf: seconds() + 50 })],
    ])('%s', async (_, token) => {
      const answer = await ask(token());
      expect([answer.status, answer.headers['ratelimit-policy']]).toEqual([200, '"default";q=600;w=60']);
    });

    it.each(['RS256', 'EdDSA'] as const)('%s', async (alg) => {
      const other = await startProvider(newKey(alg));
      const its = await start({ oidcIssuer: other.issuer });
      expect((await ask(other.token(), its)).status).toBe(200);
      expectProblem(await ask(provider.token(), its), 'invalid_token');
      await its.close();
      await other.close();
    });
  });

  it('refused ones count against the address, as other tokens do (RATE-1)', async () => {
    const strict = await start({ authFailureLimit: { requests: 1, seconds: 60 } });
    expectProblem(await ask(provider.token({ aud: 'x' }), strict), 'invalid_token');
    expectProblem(await ask(provider.token({ aud: 'y' }), strict), 'rate_limited');
    expect((await ask(provider.token(), strict)).status).toBe(200);
    await strict.close();
  });

  it('none is taken where no provider is configured', async () => {
    expectProblem(await ask(provider.token(), service), 'invalid_token');
  });

  describe('scopes (AUTH-3)', () => {
    const status = async (claims: Readonly<Record<string, unknown>>, to?: Instance): Promise<number> => {
      const answer = await ask(provider.token(claims), to);
      if (answer.status === 403) expectProblem(answer, 'insufficient_scope');
      return answer.status;
    };

    it('are those that the contract knows', async () => {
      expect(await status({ scope: 'openid spaces:read' })).toBe(200);
      for (const scope of ['openid users:read', 'READ', 'spaces', 'spaces:readx', '', undefined, 7, { read: true }]) {
        expect(await status({ scope })).toBe(403);
      }
    });

    it('are in the claim that the operator names', async () => {
      const other = await start({ oidcScopeClaim: 'https://example.org/roles' });
      expect(await status({ scope: 'read' }, other)).toBe(403);
      expect(await status({ 'https://example.org/roles': ['read'] }, other)).toBe(200);
      await other.close();
    });
  });

  it('RATE-1: one subject has one quota for all of its tokens, and nobody else has it', async () => {
    const small = await start({ rateLimit: { requests: 2, seconds: 60 } });
    const first = await ask(provider.token({ sub: 'bob', jti: '1' }), small);
    const second = await ask(provider.token({ sub: 'bob', jti: '2' }), small);
    expect([first, second].map(({ headers }) => headers['ratelimit'])).toEqual([
      '"default";r=1;t=60',
      '"default";r=0;t=60',
    ]);
    expectProblem(await ask(provider.token({ sub: 'bob', jti: '3' }), small), 'rate_limited');
    expect((await ask(provider.token({ sub: 'eve' }), small)).status).toBe(200);
    await small.close();
  });

  it('WRITE-7: an idempotency key is the subject’s, in all of its tokens', async () => {
    const members = objectOf((await instance.request('/api/v1/members?limit=1')).json())['data'];
    const author = textOf(objectOf(Array.isArray(members) ? members[0] : undefined)['id']);
    const key = randomUUID();
    const create = async (sub: string): Promise<unknown> => {
      const answer = await instance.request('/api/v1/projects', {
        method: 'POST',
        token: provider.token({ sub, jti: randomUUID(), scope: 'projects:write' }),
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ name: 'By a person', author_id: author }),
      });
      expect(answer.status).toBe(201);
      return objectOf(objectOf(answer.json())['data'])['id'];
    };
    const first = await create('ada');
    expect(await create('ada')).toBe(first);
    expect(await create('bob')).not.toBe(first);
  });

  it('a token in use is not verified for each request, and refused from the moment that it expires', async () => {
    const clock = stopClock();
    const verify = jest.spyOn(webcrypto.subtle, 'verify');
    const token = provider.token({ exp: seconds() + 90 });
    const statuses: number[] = [];
    // It ends with the minute by which clocks may differ.
    for (const pause of [0, 0, 59_000, 2000, 88_000, 1000, 1000]) {
      await clock.pass(pause);
      statuses.push((await ask(token)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 401, 401]);
    expect(verify).toHaveBeenCalledTimes(3);
  });

  it('keys that the provider has changed are found, and a flood of unknown ones asks it once', async () => {
    const clock = stopClock();
    const second = newKey('ES256', 'second');
    const fetches = () => provider.asked.filter((document) => document.endsWith('/keys')).length;
    provider.keys = [...provider.keys, second];
    await clock.pass(31_000);
    const before = fetches();
    const flood = Array.from({ length: 50 }, (_, index) => provider.token({}, { kid: `unknown ${index}` }));
    const answers = await Promise.all([...flood, provider.token({}, {}, second)].map((token) => ask(token)));
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(50).fill(401), 200]);
    for (const token of flood) await ask(token);
    expect(fetches()).toBe(before + 1);
    await clock.pass(31_000);
    for (const token of flood) await ask(token);
    expect(fetches()).toBe(before + 2);
  });

  it('a provider that is down costs a 503 as long as it was never reached, and nothing once it was', async () => {
    const clock = stopClock();
    provider.instead = (response) => response.writeHead(502).end();
    const late = await start();
    for (let round = 0; round < 3; round += 1) {
      const answer = await ask(provider.token(), late);
      expectProblem(answer, 'unavailable');
      expect(answer.headers['retry-after']).toBe('5');
    }
    expect((await late.request(path)).status).toBe(200);
    expect((await late.request('/health/ready')).status).toBe(200);

    await clock.pass(600_000);
    expect((await ask(provider.token())).status).toBe(200);
    // Whether the provider has such a key now cannot be known.
    expectProblem(await ask(provider.token({}, { kid: 'third' })), 'unavailable');

    provider.instead = undefined;
    expect((await ask(provider.token(), late)).status).toBe(200);
    await late.close();
  });
});
