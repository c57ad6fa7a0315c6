import { generateKeyPairSync } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { readConfiguration } from '@resource-catalogue/program';
import { newKey, type OpenIdProvider, startProvider } from '../../test/http/support/openid-provider.js';
import { JwtVerifier } from './jwt-verifier.js';

const right = newKey('RS256');
let provider: OpenIdProvider;
beforeAll(async () => {
  provider = await startProvider(right);
});
afterAll(() => provider.close());
beforeEach(() => void jest.spyOn(Logger.prototype, 'log').mockImplementation(() => undefined));
afterEach(() => void jest.restoreAllMocks());

type Jwk = Readonly<Record<string, unknown>>;
const published = (key = newKey('RS256')): Jwk => ({
  ...key.publicKey.export({ format: 'jwk' }),
  kid: 'first',
  alg: 'RS256',
});
const short = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' });
const others = (count: number): Jwk[] => Array<Jwk>(count).fill(published());

it.each<[string, Jwk[], object | null]>([
  ['first a key that cannot be imported', [{ ...published(), n: '' }, published(right)], {}],
  ['first a key without its parts', [{ ...published(), n: undefined, e: 7 }, published(right)], {}],
  ['first another key', [published(), published(right)], {}],
  ['first a key that is too short', [{ ...published(), ...short }, published(right)], {}],
  [
    'first a key of another algorithm',
    [{ ...newKey('ES256').publicKey.export({ format: 'jwk' }), kid: 'first' }, published(right)],
    {},
  ],
  ['first seven other keys', [...others(7), published(right)], {}],
  ['at most eight', [...others(8), published(right)], null],
  ['none does', others(2), null],
])('AUTH-5: keys with the id of a JWT are tried until one verifies it: %s', async (_, keys, expected) => {
  provider.instead = (response) => {
    const discovery = { issuer: provider.issuer, jwks_uri: `${provider.issuer}/keys` };
    response.end(JSON.stringify(response.req.url?.endsWith('/keys') ? { keys } : discovery));
  };
  const verifier = new JwtVerifier(
    readConfiguration({ OIDC_ISSUER: provider.issuer, OIDC_AUDIENCE: provider.audience }),
  );
  const principal = await verifier.find(provider.token());
  expect(principal).toEqual(expected && expect.objectContaining({ scopes: ['read'] }));
  // The claims are checked with each key.
  expect(await verifier.find(provider.token({ aud: 'other' }))).toBeNull();
});
