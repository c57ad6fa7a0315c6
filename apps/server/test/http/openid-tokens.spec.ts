import { createHmac, randomUUID, webcrypto } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Configuration, openLog } from '@resource-catalogue/program';
import { asObject } from '@resource-catalogue/testing/json';
import { stopClock } from '@resource-catalogue/testing/clock';
import {
  type HttpResponse,
  type Instance,
  startInstance,
  startTestService,
  type TestService,
} from '../support/service.js';
import { newKey, type OpenIdProvider, seconds, signToken, startProvider } from './support/openid-provider.js';
import { expectProblem } from './support/problems.js';

const path = '/api/v1/spaces?limit=1';
let lines: string[] = [];
const logged = (): unknown[] =>
  lines.map((line) => asObject(JSON.parse(line))['msg']).filter((msg) => msg !== 'completed');
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
const ask = (token: string, to: Instance = instance): Promise<HttpResponse> => to.request(path, { token });

beforeAll(async () => {
  service = await startTestService();
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

describe('rejected JWTs', () => {
  const mallory = newKey();
  const header = { alg: 'ES256', kid: 'first', typ: 'JWT' };
  const byProvider = (text: string): Buffer => provider.keys[0]?.sign(text) ?? Buffer.alloc(0);
  const jwk = mallory.publicKey.export({ format: 'jwk' });
  const unsigned = () => signToken({ alg: 'none' }, provider.claims(), () => '');
  /** A token signed with the public key as a shared secret. */
  const confused = () => {
    const pem = String(provider.keys[0]?.publicKey.export({ type: 'spki', format: 'pem' }));
    return signToken({ alg: 'HS256', kid: 'first' }, provider.claims(), (text) =>
      createHmac('sha256', pem).update(text).digest(),
    );
  };
  /** The header and signature of one token around the claims of another. */
  const spliced = (): string => {
    const [head, , signature] = provider.token().split('.');
    return [head, provider.token({ scope: 'projects:write' }).split('.')[1], signature].join('.');
  };
  const lone = () => signToken(header, JSON.stringify(provider.claims()).replace('ada', '\\ud800'), byProvider);

  /**
   * A token with these claims and this header, or a text; the reason in the log, null if it does not look like a
   * JWT.
   */
  type Rejected = [name: string, reason: string | null, token: object | (() => string), head?: object];
  const badSignature = 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED';
  const badClaim = (problem: string) => `${problem} (ERR_JWT_CLAIM_VALIDATION_FAILED)`;
  it.each<Rejected>([
    ['alg none', null, unsigned],
    ['alg none, signed', 'ERR_JOSE_ALG_NOT_ALLOWED', () => signToken({ alg: 'none' }, provider.claims(), byProvider)],
    ['the public key as a shared secret', 'ERR_JOSE_ALG_NOT_ALLOWED', confused],
    ['an algorithm other than that of the key', 'ERR_JWKS_NO_MATCHING_KEY', {}, { alg: 'RS256' }],
    ['the signature of another key', badSignature, () => provider.token({}, {}, mallory)],
    ['its own key in the header', badSignature, () => provider.token({}, { kid: undefined, jwk }, mallory)],
    ['the claims of another token', badSignature, spliced],
    ['an unknown key', 'ERR_JWKS_NO_MATCHING_KEY', {}, { kid: 'other' }],
    ['another issuer', badClaim('iss check_failed'), () => provider.token({ iss: `${provider.issuer}/` })],
    ['another audience', badClaim('aud check_failed'), { aud: 'accounting' }],
    ['a missing audience', badClaim('aud missing'), { aud: undefined }],
    ['a past expiry', 'exp check_failed (ERR_JWT_EXPIRED)', () => provider.token({ exp: seconds() - 61 })],
    ['a missing expiry', badClaim('exp missing'), { exp: undefined }],
    ['a later start', badClaim('nbf check_failed'), () => provider.token({ nbf: seconds() + 70 })],
    ['a missing subject', badClaim('sub missing'), { sub: undefined }],
    ['a subject that is not a text', 'sub is not a string', { sub: 7 }],
    ['an unknown crit', 'ERR_JOSE_NOT_SUPPORTED', {}, { crit: ['level'], level: 1 }],
    ['the hash of an ID token', 'it has at_hash, which access tokens do not have', { at_hash: 'x' }],
    ['the typ of a Keycloak ID token', 'its claim typ is not that of an access token', { typ: 'ID' }],
    ['the typ of a logout token', 'its typ is not that of an access token', {}, { typ: 'logout+jwt' }],
    ['a bound key', 'it is bound to a key (cnf)', { cnf: {} }, { typ: 'at+jwt' }],
    ['claims that are not an object', 'ERR_JWT_INVALID', () => signToken(header, '["read"]', byProvider)],
    ['a subject that cannot be written', 'URIError', lone],
    ['its length', null, { groups: 'x'.repeat(8192) }],
    ['five parts, as of an encrypted token', null, () => `${provider.token()}.a.b`],
  ])('AUTH-5: a JWT is rejected for %s', async (_, reason, claims, ...[head = {}]) => {
    const token = typeof claims === 'function' ? String(claims()) : provider.token({ ...claims }, { ...head });
    const response = await ask(token);
    expectProblem(response, 'invalid_token');
    const { 'www-authenticate': challenge, ratelimit } = response.headers;
    expect([challenge, ratelimit]).toEqual(['Bearer realm="catalogue", error="invalid_token"', undefined]);
    expect(logged()).toEqual(reason === null ? [] : [`A JWT was rejected: ${reason}.`]);
    for (const part of token.split('.').filter((text) => text.length > 8))
      expect(`${lines.join('\n')}${response.text}`).not.toContain(part);
  });

  it('RATE-1: a rejected JWT counts against the address, and every JWT is rejected without a provider', async () => {
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
    ['the usual claims', () => provider.token()],
    ['several audiences', () => provider.token({ aud: ['account', provider.audience] })],
    ['the typ of RFC 9068', () => provider.token({}, { typ: 'at+jwt' })],
    ['the long typ of RFC 9068', () => provider.token({}, { typ: 'application/AT+JWT' })],
    ['a missing typ', () => provider.token({}, { typ: undefined })],
    ['the claims of Keycloak', () => provider.token({ typ: 'Bearer' })],
    ['a list of scopes', () => provider.token({ scope: ['profile', 'spaces:read'] })],
    [
      'times of a clock that differs by less than a minute',
      () => provider.token({ exp: seconds() - 50, nbf: seconds() + 50 }),
    ],
  ])('AUTH-5: a JWT is accepted with %s', async (_, token) => {
    const response = await ask(token());
    expect([response.status, response.headers['ratelimit-policy']]).toEqual([200, '"default";q=600;w=60']);
  });

  it.each(['RS256', 'EdDSA'] as const)('AUTH-5: a JWT is accepted with %s', async (alg) => {
    const another = await startProvider(newKey(alg));
    const its = await start({ oidcIssuer: another.issuer });
    expect((await ask(another.token(), its)).status).toBe(200);
    await its.close();
    await another.close();
  });

  it('AUTH-3: a JWT has the known scopes of the configured claim', async () => {
    const roles = 'https://example.org/roles';
    const named = await start({ oidcScopeClaim: roles });
    const statusOf = async (claims: object, to = instance) => (await ask(provider.token({ ...claims }), to)).status;
    expect(await statusOf({ scope: 'openid spaces:read' })).toBe(200);
    for (const scope of ['openid users:read', 'READ', 'spaces', 'spaces:readx', '', undefined, 7, { read: true }])
      expect([scope, await statusOf({ scope })]).toEqual([scope, 403]);
    expect(await statusOf({ scope: 'read' }, named)).toBe(403);
    expect(await statusOf({ [roles]: ['read'] }, named)).toBe(200);
    await named.close();
  });

  it('RATE-1: one subject has one quota for all of its JWTs', async () => {
    const small = await start({ rateLimit: { requests: 2, seconds: 60 } });
    const statuses: number[] = [];
    for (const sub of ['bob', 'bob', 'bob', 'eve'])
      statuses.push((await ask(provider.token({ sub, jti: randomUUID() }), small)).status);
    expect(statuses).toEqual([200, 200, 429, 200]);
    await small.close();
  });

  it('a JWT in use is verified once a minute, and rejected once it has expired', async () => {
    const clock = stopClock();
    const verify = jest.spyOn(webcrypto.subtle, 'verify');
    const token = provider.token({ exp: seconds() + 90 });
    const statuses: number[] = [];
    // Clocks may differ by a minute.
    for (const pause of [0, 0, 59_000, 2000, 88_000, 1000, 1000]) {
      await clock.pass(pause);
      statuses.push((await ask(token)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 401, 401]);
    expect(verify).toHaveBeenCalledTimes(3);
  });

  it('changed keys of the provider are found, and many unknown key ids cause one fetch', async () => {
    const clock = stopClock();
    const second = newKey('ES256', 'second');
    const fetches = () => provider.requestPaths.filter((document) => document.endsWith('/keys')).length;
    provider.keys = [...provider.keys, second];
    await clock.pass(31_000);
    const before = fetches();
    const flood = Array.from({ length: 50 }, (_, index) => provider.token({}, { kid: `unknown ${index}` }));
    const responses = await Promise.all([...flood, provider.token({}, {}, second)].map((token) => ask(token)));
    expect(responses.map(({ status }) => status)).toEqual([...Array<number>(50).fill(401), 200]);
    for (const token of flood) await ask(token);
    expect(fetches()).toBe(before + 1);
    await clock.pass(31_000);
    for (const token of flood) await ask(token);
    expect(fetches()).toBe(before + 2);
  });

  it('a JWT gets 503 until the provider was reached once, and is then accepted with known keys', async () => {
    const clock = stopClock();
    provider.instead = (response) => response.writeHead(502).end();
    const late = await start();
    const rejected = await ask(provider.token(), late);
    expectProblem(rejected, 'unavailable');
    expect(rejected.headers['retry-after']).toBe('5');
    for (const other of [path, '/health/ready']) expect((await late.request(other)).status).toBe(200);

    await clock.pass(600_000);
    expect((await ask(provider.token())).status).toBe(200);
    // The provider may have this key by now.
    expectProblem(await ask(provider.token({}, { kid: 'third' })), 'unavailable');
    provider.instead = undefined;
    expect((await ask(provider.token(), late)).status).toBe(200);
    await late.close();
  });
});
