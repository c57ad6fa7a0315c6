import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openLog } from '@resource-catalogue/program';
import { objectOf } from '@resource-catalogue/testing/json';
import { type Instance, startInstance, startTestService, type TestService } from '../support/service.js';
import { newKey, type OpenIdProvider, seconds, signed, startProvider } from './support/openid-provider.js';
import { expectProblem } from './support/problems.js';

describe('of what looks like a JWT of the OpenID provider, the service refuses (AUTH-5)', () => {
  const lines: string[] = [];
  let service: TestService;
  let provider: OpenIdProvider;
  let instance: Instance;

  beforeAll(async () => {
    service = await startTestService('embedded');
    provider = await startProvider();
    instance = await startInstance(
      service.database,
      service.token,
      { oidcIssuer: provider.issuer, oidcAudience: provider.audience },
      { logger: openLog({ logFormat: 'json', logLevel: 'trace' }, { write: (line) => lines.push(line) }) },
    );
  });
  afterAll(async () => {
    await instance.close();
    await provider.close();
    await service.close();
  });

  const mallory = newKey();
  const header = { alg: 'ES256', kid: 'first', typ: 'JWT' };
  const pem = (): string => String(provider.keys[0]?.publicKey.export({ type: 'spki', format: 'pem' }));
  const confused = (secret: string, kid?: string): string =>
    signed({ alg: 'HS256', kid }, provider.claims(), (text) => createHmac('sha256', secret).update(text).digest());
  const byProvider = (text: string): Buffer => provider.keys[0]?.sign(text) ?? Buffer.alloc(0);
  /** The header and the signature of one token around the claims of another. */
  const spliced = (): string => {
    const [head, , signature] = provider.token().split('.');
    return [head, provider.token({ scope: 'projects:write' }).split('.')[1], signature].join('.');
  };

  // The reason that the log has; null for what does not even look like a JWT.
  it.each<[name: string, token: () => string, reason: string | null]>([
    ['alg none', () => signed({ alg: 'none' }, provider.claims(), () => ''), null],
    [
      'alg none and a signature',
      () => signed({ alg: 'none' }, provider.claims(), byProvider),
      'ERR_JOSE_ALG_NOT_ALLOWED',
    ],
    ['the public key as a shared secret', () => confused(pem(), 'first'), 'ERR_JOSE_ALG_NOT_ALLOWED'],
    ['the public key as a shared secret, unnamed', () => confused(pem()), 'ERR_JOSE_ALG_NOT_ALLOWED'],
    [
      'another algorithm than the key’s',
      () => signed({ ...header, alg: 'RS256' }, provider.claims(), byProvider),
      'ERR_JWKS_NO_MATCHING_KEY',
    ],
    ['somebody else’s signature', () => provider.token({}, {}, mallory), 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED'],
    [
      'somebody else’s key in the header',
      () => provider.token({}, { kid: undefined, jwk: mallory.publicKey.export({ format: 'jwk' }) }, mallory),
      'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
    ],
    ['somebody else’s claims', spliced, 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED'],
    ['a key that nobody has', () => provider.token({}, { kid: 'other' }), 'ERR_JWKS_NO_MATCHING_KEY'],
    [
      'another issuer',
      () => provider.token({ iss: `${provider.issuer}/` }),
      'iss check_failed (ERR_JWT_CLAIM_VALIDATION_FAILED)',
    ],
    [
      'a list of issuers',
      () => provider.token({ iss: [provider.issuer] }),
      'iss check_failed (ERR_JWT_CLAIM_VALIDATION_FAILED)',
    ],
    [
      'another audience',
      () => provider.token({ aud: 'accounting' }),
      'aud check_failed (ERR_JWT_CLAIM_VALIDATION_FAILED)',
    ],
    ['no audience', () => provider.token({ aud: undefined }), 'aud missing (ERR_JWT_CLAIM_VALIDATION_FAILED)'],
    ['what has expired', () => provider.token({ exp: seconds() - 61 }), 'exp check_failed (ERR_JWT_EXPIRED)'],
    ['what never expires', () => provider.token({ exp: undefined }), 'exp missing (ERR_JWT_CLAIM_VALIDATION_FAILED)'],
    [
      'an expiry in words',
      () => provider.token({ exp: String(seconds() + 60) }),
      'exp invalid (ERR_JWT_CLAIM_VALIDATION_FAILED)',
    ],
    [
      'what is not valid yet',
      () => provider.token({ nbf: seconds() + 70 }),
      'nbf check_failed (ERR_JWT_CLAIM_VALIDATION_FAILED)',
    ],
    ['nobody', () => provider.token({ sub: undefined }), 'sub missing (ERR_JWT_CLAIM_VALIDATION_FAILED)'],
    ['an empty subject', () => provider.token({ sub: '' }), 'sub is no text'],
    ['a subject that is no text', () => provider.token({ sub: 7 }), 'sub is no text'],
    ['an unknown crit', () => provider.token({}, { crit: ['level'], level: 1 }), 'ERR_JOSE_NOT_SUPPORTED'],
    [
      'an ID token by its hash',
      () => provider.token({ at_hash: 'x', nonce: 'y' }),
      'access tokens have no claim at_hash',
    ],
    ['an ID token of Keycloak', () => provider.token({ typ: 'ID' }), 'its claim typ is not that of an access token'],
    [
      'a refresh token of Keycloak',
      () => provider.token({ typ: 'Refresh' }),
      'its claim typ is not that of an access token',
    ],
    ['a logout token', () => provider.token({}, { typ: 'logout+jwt' }), 'its typ is not that of an access token'],
    ['a typ that is no text', () => provider.token({}, { typ: 5 }), 'its typ is not that of an access token'],
    [
      'what is bound to a key',
      () => provider.token({ cnf: { jkt: 'x' } }, { typ: 'at+jwt' }),
      'it is bound to a key (cnf)',
    ],
    ['claims that are no object', () => signed(header, '["read"]', byProvider), 'ERR_JWT_INVALID'],
    ['claims that are no JSON', () => signed(header, '{"sub":', byProvider), 'ERR_JWT_INVALID'],
    [
      'a subject that cannot be written',
      () => signed(header, JSON.stringify(provider.claims()).replace('ada', '\\ud800'), byProvider),
      'URIError',
    ],
    ['what is too long', () => provider.token({ groups: 'x'.repeat(8192) }), null],
    ['a token with a tail', () => `${provider.token()}.`, null],
    ['an encrypted token', () => `${provider.token()}.a.b`, null],
  ])('%s', async (_, make, reason) => {
    const token = make();
    lines.length = 0;
    const answer = await instance.request('/api/v1/spaces?limit=1', { token });
    expectProblem(answer, 'invalid_token');
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="catalogue", error="invalid_token"');
    expect(answer.headers['ratelimit']).toBeUndefined();
    const reasons = lines.map((line) => objectOf(JSON.parse(line))['msg']).filter((text) => text !== 'answered');
    expect(reasons).toEqual(reason === null ? [] : [`A JWT was refused: ${reason}.`]);
    for (const part of token.split('.').filter((text) => text.length > 8)) {
      expect(lines.join('\n')).not.toContain(part);
      expect(answer.text).not.toContain(part);
    }
  });
});
