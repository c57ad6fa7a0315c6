import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { asObject } from '@resource-catalogue/testing/json';
import { stopClock } from '@resource-catalogue/testing/clock';
import { until } from '@resource-catalogue/testing/until';
import { newKey, type OpenIdProvider, startProvider } from '../../test/http/support/openid-provider.js';
import { ProviderKeys } from './provider-keys.js';

let provider: OpenIdProvider;
let warnings: string[];
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.close());
beforeEach(() => {
  warnings = [];
  jest.spyOn(Logger.prototype, 'warn').mockImplementation((text: unknown) => void warnings.push(String(text)));
});
afterEach(() => {
  provider.instead = undefined;
  jest.restoreAllMocks();
});

describe('the keys of an OpenID provider', () => {
  const header = { alg: 'ES256', kid: 'first' };
  const body = { payload: '', signature: '' };
  const unavailable = { code: 'unavailable', headers: { 'Retry-After': '5' } };
  const find = async (keys = new ProviderKeys(provider.issuer)) => keys.find(header, body);

  type Instead = (response: ServerResponse) => void;
  const json =
    (value: unknown, status = 200): Instead =>
    (response) =>
      void response.writeHead(status, { location: `${provider.issuer}/elsewhere` }).end(JSON.stringify(value));
  const keysAre =
    (keys: unknown): Instead =>
    (response) => {
      const discovery = { issuer: provider.issuer, jwks_uri: `${provider.issuer}/keys` };
      json(response.req.url?.endsWith('/keys') ? { keys } : discovery)(response);
    };

  const keysAt =
    (address: string): Instead =>
    (response) =>
      json({ issuer: provider.issuer, jwks_uri: address })(response);
  it.each<[string, Instead, RegExp]>([
    ['an error', json({}, 500), /openid-configuration returns 500\.$/],
    ['a redirect', json({}, 302), /openid-configuration returns 302\.$/],
    ['a body other than JSON', (response) => void response.end('<html>'), /does not return a JSON object\.$/],
    ['too much', (response) => void response.end(' '.repeat(1024 ** 2 + 1)), /returns more than 1 MiB\.$/],
    [
      'the metadata of another issuer',
      json({ issuer: 'https://a.example' }),
      /has the issuer "https:\/\/a\.example"\.$/,
    ],
    [
      'an insecure URL of its keys',
      keysAt('http://a.example/'),
      /has the jwks_uri "http:\/\/a\.example\/", which is not an/,
    ],
    [
      'a URL of its keys with a password',
      keysAt('https://me:hunter2@a.example/keys'),
      /has the jwks_uri "…@a\.example\/keys", which is not an https URL without user and password\.$/,
    ],
    [
      'a URL of its keys with an unencoded password',
      keysAt('https:\\\\me:hun@hunter2@a.example:99999'),
      /has the jwks_uri "…@a\.example:99999", which is not an/,
    ],
    [
      'the metadata of an issuer with a password',
      json({ issuer: 'https://me:hunter2@a.example' }),
      /has the issuer "…@a\.example"\.$/,
    ],
    ['invalid keys', keysAre(['a', null, [], { kid: 'first' }, { kty: 1 }]), /\/keys contains no keys\.$/],
  ])('AUTH-5: keys are unavailable while the provider returns %s, which is logged once', async (_, instead, reason) => {
    provider.instead = instead;
    const keys = new ProviderKeys(provider.issuer);
    const clock = stopClock();
    for (const pause of [0, 0, 5000]) {
      await clock.pass(pause);
      await expect(find(keys)).rejects.toMatchObject(unavailable);
    }
    expect(warnings).toEqual([expect.stringMatching(/^The keys of \S+ cannot be fetched: /)]);
    expect(warnings[0]).toMatch(reason);
    expect(warnings[0]).not.toContain('hunter2');
    provider.instead = undefined;
    await clock.pass(5000);
    await expect(find(keys)).resolves.toMatchObject({ type: 'public' });
    expect(warnings.slice(1)).toEqual([`The keys of ${provider.issuer} can be fetched again.`]);
  });

  it('AUTH-5: a key is found among entries that are not keys (RFC 7517, 5)', async () => {
    const good = { ...provider.keys[0]?.publicKey.export({ format: 'jwk' }), ...header };
    provider.instead = keysAre(['a', null, [], [good], {}, header, { kty: null }, good]);
    await expect(find()).resolves.toMatchObject({ type: 'public' });
  });

  it('AUTH-5: requests share one fetch of the keys, which has a timeout', async () => {
    provider.instead = () => undefined;
    const before = provider.requestPaths.length;
    const keys = new ProviderKeys(provider.issuer, 100);
    await Promise.all([1, 2, 3].map(() => expect(find(keys)).rejects.toMatchObject(unavailable)));
    expect(provider.requestPaths).toHaveLength(before + 1);
    expect(warnings[0]).toMatch(/TimeoutError: \D+ timeout\.$/);
  });

  it('AUTH-5: keys are fetched again in the background, and a withdrawn one is forgotten', async () => {
    const clock = stopClock();
    const keys = new ProviderKeys(provider.issuer);
    await find(keys);
    provider.keys = [newKey('ES256', 'second')];
    await clock.pass(599_000);
    await find(keys);
    const fetchesBefore = provider.requestPaths.length;
    await clock.pass(1000);
    // This request does not wait.
    await find(keys);
    await until(() => provider.requestPaths.length === fetchesBefore + 2);
    const codeOf = (error: unknown) => asObject(error)['code'];
    await until(async () => (await find(keys).catch(codeOf)) === 'ERR_JWKS_NO_MATCHING_KEY');
  });
});
