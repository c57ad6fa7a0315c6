import { createHmac, randomUUID, webcrypto } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Configuration, openLog } from '@resource-catalogue/program';
import { objectOf } from '@resource-catalogue/testing/json';
import { stopClock } from '@resource-catalogue/testing/clock';
import { type Answer, type Instance, startInstance, startTestService, type TestService } from '../support/service.js';
import { firstId } from './support/first-id.js';
import { newKey, type OpenIdProvider, seconds, signed, startProvider } from './support/openid-provider.js';
import { expectProblem } from './support/problems.js';

const path = '/api/v1/spaces?limit=1';
let lines: string[] = [];
const logged = (): unknown[] =>
  lines.map((line) => objectOf(JSON.parse(line))['msg']).filter((msg) => msg !== 'answered');
let service: TestService;
let provider: OpenIdProvider;
let instance: Instance;

const start = (overrides: Partial<Configuration> = {}): Promise<Instance> =>
  startInstance(
    service.database,
    service.token,
    { oidcIssuer: provider.issuer, oidcAudience: provider.audience, ...overrides },
    { logger: openLog({ logFormat: 'json', logLevel: 'trace' }, { write: (line) => lines.push(line) }) },
  );
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
beforeEach(() => void (lines = []));
afterEach(() => {
  provider.instead = undefined;
  jest.restoreAllMocks();
});

describe('refused JWTs', () => {
  const mallory = newKey();
  const header = { alg: 'ES256', kid: 'first', typ: 'JWT' };
  const pem = (): string => String(provider.keys[0]?.publicKey.export({ type: 'spki', format: 'pem' }));
  const confused = (secret: string): string =>
    signed({ alg: 'HS256', kid: 'first' }, provider.claims(), (text) =>
      createHmac('sha256', secret).update(text).digest(),
    );
  const byProvider = (text: string): Buffer => provider.keys[0]?.sign(text) ?? Buffer.alloc(0);
  const jwkOf = (key: typeof mallory) => ({ kid: undefined, jwk: key.publicKey.export({ format: 'jwk' }) });
  const withClaims = (claims: object) => () => provider.token({ ...claims });
  const withHeader = (head: object) => () => provider.token({}, { ...head });
  const payload = (text: () => string) => () => signed(header, text(), byProvider);
  /** The header and the signature of one token around the claims of another. */
  const spliced = (): string => {
    const [head, , signature] = provider.token().split('.');
    return [head, provider.token({ scope: 'projects:write' }).split('.')[1], signature].join('.');
  };

  const badSignature = 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED';
  const badClaim = (what: string) => `${what} (ERR_JWT_CLAIM_VALIDATION_FAILED)`;
  const otherTyp = 'its typ is not that of an access token';
  // The reason that the log has; null for what does not even look like a JWT.
  it.each<[name: string, token: () => string, reason: string | null]>([
    ['alg none', () => signed({ alg: 'none' }, provider.claims(), () => ''), null],
    ['alg none, signed', () => signed({ alg: 'none' }, provider.claims(), byProvider), 'ERR_JOSE_ALG_NOT_ALLOWED'],
    ['the public key as a shared secret', () => confused(pem()), 'ERR_JOSE_ALG_NOT_ALLOWED'],
    ['another algorithm than the key’s', withHeader({ alg: 'RS256' }), 'ERR_JWKS_NO_MATCHING_KEY'],
    ['somebody else’s signature', () => provider.token({}, {}, mallory), badSignature],
    ['somebody else’s key in the header', () => provider.token({}, jwkOf(mallory), mallory), badSignature],
    ['somebody else’s claims', spliced, badSignature],
    ['a key that nobody has', withHeader({ kid: 'other' }), 'ERR_JWKS_NO_MATCHING_KEY'],
    ['another issuer', () => provider.token({ iss: `${provider.issuer}/` }), badClaim('iss check_failed')],
    ['another audience', withClaims({ aud: 'accounting' }), badClaim('aud check_failed')],
    ['no audience', withClaims({ aud: undefined }), badClaim('aud missing')],
    ['what has expired', () => provider.token({ exp: seconds() - 61 }), 'exp check_failed (ERR_JWT_EXPIRED)'],
    ['what never expires', withClaims({ exp: undefined }), badClaim('exp missing')],
    ['what is not valid yet', () => provider.token({ nbf: seconds() + 70 }), badClaim('nbf check_failed')],
    ['nobody', withClaims({ sub: undefined }), badClaim('sub missing')],
    ['a subject that is no text', withClaims({ sub: 7 }), 'sub is no text'],
    ['an unknown crit', withHeader({ crit: ['level'], level: 1 }), 'ERR_JOSE_NOT_SUPPORTED'],
    ['an ID token by its hash', withClaims({ at_hash: 'x' }), 'access tokens have no claim at_hash'],
    ['an ID token of Keycloak', withClaims({ typ: 'ID' }), 'its claim typ is not that of an access token'],
    ['a logout token', withHeader({ typ: 'logout+jwt' }), otherTyp],
    ['a bound token', () => provider.token({ cnf: {} }, { typ: 'at+jwt' }), 'it is bound to a key (cnf)'],
    ['claims that are no object', payload(() => '["read"]'), 'ERR_JWT_INVALID'],
    [
      'a subject that cannot be written',
      payload(() => JSON.stringify(provider.claims()).replace('ada', '\\ud800')),
      'URIError',
    ],
    ['what is too long', withClaims({ groups: 'x'.repeat(8192) }), null],
    ['an encrypted token', () => `${provider.token()}.a.b`, null],
  ])('AUTH-5: a JWT is refused for %s', async (_, make, reason) => {
    const token = make();
    const answer = await ask(token);
    expectProblem(answer, 'invalid_token');
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="catalogue", error="invalid_token"');
    expect(answer.headers['ratelimit']).toBeUndefined();
    expect(logged()).toEqual(reason === null ? [] : [`A JWT was refused: ${reason}.`]);
    for (const part of token.split('.').filter((text) => text.length > 8)) {
      expect(lines.join('\n')).not.toContain(part);
      expect(answer.text).not.toContain(part);
    }
  });

  it('RATE-1: a refused JWT counts against the address, and all are refused where no provider is configured', async () => {
    const limited = await start({ authFailureLimit: { requests: 1, seconds: 60 } });
    expectProblem(await ask(provider.token({ aud: 'x' }), limited), 'invalid_token');
    expectProblem(await ask(provider.token({ aud: 'y' }), limited), 'rate_limited');
    expect((await ask(provider.token(), limited)).status).toBe(200);
    await limited.close();
    expectProblem(await ask(provider.token(), service), 'invalid_token');
  });
});

describe('JWTs of an OpenID provider', () => {
  it.each<[string, () => string]>([
    ['what is in order', () => provider.token()],
    ['an audience among others', () => provider.token({ aud: ['account', provider.audience] })],
    ['the typ of RFC 9068', () => provider.token({}, { typ: 'at+jwt' })],
    ['its long form', () => provider.token({}, { typ: 'application/AT+JWT' })],
    ['no typ at all', () => provider.token({}, { typ: undefined })],
    ['Keycloak’s access tokens', () => provider.token({ typ: 'Bearer' })],
    ['scopes in a list', () => provider.token({ scope: ['profile', 'spaces:read'] })],
    ['clocks that differ by less than a minute', () => provider.token({ exp: seconds() - 50, nbf: seconds() + 50 })],
  ])('AUTH-5: a JWT is accepted with %s', async (_, token) => {
    const answer = await ask(token());
    expect([answer.status, answer.headers['ratelimit-policy']]).toEqual([200, '"default";q=600;w=60']);
  });

  it.each(['RS256', 'EdDSA'] as const)('AUTH-5: a JWT is accepted with %s', async (alg) => {
    const another = await startProvider(newKey(alg));
    const its = await start({ oidcIssuer: another.issuer });
    expect((await ask(another.token(), its)).status).toBe(200);
    expectProblem(await ask(provider.token(), its), 'invalid_token');
    await its.close();
    await another.close();
  });

  it('AUTH-3: a JWT has the scopes that the contract knows, in the claim that the operator names', async () => {
    const named = await start({ oidcScopeClaim: 'https://example.org/roles' });
    const statuses = (to: Instance, all: readonly object[]) =>
      Promise.all(all.map(async (claims) => (await ask(provider.token({ ...claims }), to)).status));
    expect(await statuses(instance, [{ scope: 'openid spaces:read' }])).toEqual([200]);
    const unknown = ['openid users:read', 'READ', 'spaces', 'spaces:readx', '', undefined, 7, { read: true }];
    expect(
      new Set(
        await statuses(
          instance,
          unknown.map((scope) => ({ scope })),
        ),
      ),
    ).toEqual(new Set([403]));
    expect(await statuses(named, [{ scope: 'read' }, { 'https://example.org/roles': ['read'] }])).toEqual([403, 200]);
    await named.close();
  });

  it('RATE-1: one subject has one quota for all of its JWTs', async () => {
    const small = await start({ rateLimit: { requests: 2, seconds: 60 } });
    const statuses: number[] = [];
    for (const sub of ['bob', 'bob', 'bob', 'eve']) {
      statuses.push((await ask(provider.token({ sub, jti: randomUUID() }), small)).status);
    }
    expect(statuses).toEqual([200, 200, 429, 200]);
    await small.close();
  });

  it('WRITE-7: an idempotency key belongs to the subject, in all of its JWTs', async () => {
    const author = await firstId(service, 'members', 'filters[soft_deleted][eq]=false');
    const create = async (sub: string): Promise<unknown> => {
      const answer = await instance.request('/api/v1/projects', {
        method: 'POST',
        token: provider.token({ sub, jti: randomUUID(), scope: 'projects:write' }),
        headers: { 'content-type': 'application/json', 'idempotency-key': 'one' },
        body: JSON.stringify({ name: 'By a person', author_id: author }),
      });
      expect(answer.status).toBe(201);
      return objectOf(objectOf(answer.json())['data'])['id'];
    };
    const first = await create('ada');
    expect(await create('ada')).toBe(first);
    expect(await create('bob')).not.toBe(first);
  });

  it('a JWT in use is not verified for each request, and refused from the moment that it expires', async () => {
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
    const refused = await ask(provider.token(), late);
    expectProblem(refused, 'unavailable');
    expect(refused.headers['retry-after']).toBe('5');
    for (const other of [path, '/health/ready']) expect((await late.request(other)).status).toBe(200);

    await clock.pass(600_000);
    expect((await ask(provider.token())).status).toBe(200);
    // Whether the provider has such a key now cannot be known.
    expectProblem(await ask(provider.token({}, { kid: 'third' })), 'unavailable');
    provider.instead = undefined;
    expect((await ask(provider.token(), late)).status).toBe(200);
    await late.close();
  });
});
