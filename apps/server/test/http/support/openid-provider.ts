import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { listen } from '@resource-catalogue/testing/sockets';

/** The time in the format of a JWT. */
export const seconds = (): number => Math.floor(Date.now() / 1000);

type Json = Readonly<Record<string, unknown>>;

/** A key pair of a provider or an attacker. */
export interface SigningKey {
  readonly alg: string;
  readonly kid: string;
  readonly publicKey: KeyObject;
  sign(text: string): Buffer;
}

export function newKey(alg: 'RS256' | 'ES256' | 'EdDSA' = 'ES256', kid = 'first'): SigningKey {
  const { publicKey, privateKey } =
    alg === 'RS256'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : alg === 'ES256'
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
        : generateKeyPairSync('ed25519');
  const key = { key: privateKey, dsaEncoding: 'ieee-p1363' as const };
  return { alg, kid, publicKey, sign: (text) => sign(alg === 'EdDSA' ? null : 'sha256', Buffer.from(text), key) };
}

const encode = (value: string | Json): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** A JWS with any header and payload, including those that a library rejects. */
export function signToken(header: Json, payload: string | Json, by: (text: string) => string | Buffer): string {
  const text = `${encode(header)}.${encode(payload)}`;
  return `${text}.${Buffer.from(by(text)).toString('base64url')}`;
}

export interface OpenIdProvider {
  readonly issuer: string;
  readonly audience: string;
  /** The published keys, which a test may change. */
  keys: SigningKey[];
  /** The paths of all requests. */
  readonly requestPaths: string[];
  /** Responds instead of the provider while it is set. */
  instead: ((response: ServerResponse) => void) | undefined;
  /** The claims of a valid token, with changes. */
  claims(others?: Json): Json;
  /** A valid token, with changes. */
  token(claims?: Json, header?: Json, by?: SigningKey): string;
  close(): Promise<void>;
}

export async function startProvider(key: SigningKey = newKey()): Promise<OpenIdProvider> {
  const requestPaths: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    requestPaths.push(url);
    if (provider.instead) return provider.instead(response);
    const keys = provider.keys.map(({ kid, alg, publicKey }) => ({ ...publicKey.export({ format: 'jwk' }), kid, alg }));
    const document = url === '/realm/keys' ? { keys } : { issuer, jwks_uri: `${issuer}/keys` };
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(document));
  });
  const issuer = `http://127.0.0.1:${await listen(server)}/realm`;
  const audience = 'catalogue';
  const claims = (others: Json = {}): Json => {
    const now = seconds();
    return { iss: issuer, aud: audience, sub: 'ada', iat: now, exp: now + 3600, scope: 'openid read', ...others };
  };
  const provider: OpenIdProvider = {
    issuer,
    audience,
    keys: [key],
    requestPaths,
    instead: undefined,
    claims,
    token: (others, header, by = key) =>
      signToken({ alg: by.alg, kid: by.kid, typ: 'JWT', ...header }, claims(others), by.sign),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return provider;
}
