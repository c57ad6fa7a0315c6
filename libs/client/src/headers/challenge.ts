import { given } from '../values/given.js';

/** What a `WWW-Authenticate` header asks for (AUTH-2, AUTH-3). */
export interface Challenge {
  /** The scheme, `Bearer`. */
  readonly scheme: string;
  readonly realm?: string;
  /** `invalid_token` or `insufficient_scope`; absent if no token was sent. */
  readonly error?: string;
  /** With `insufficient_scope`: the narrowest scope that would do. */
  readonly scope?: string;
}

/** Reads a `WWW-Authenticate` header with one challenge. */
export function readChallenge(header: string | null): Challenge | undefined {
  const scheme = /^[\w-]+/.exec(header ?? '')?.[0];
  if (scheme === undefined) return undefined;
  const attribute = (name: string) => new RegExp(`\\b${name}\\s*=\\s*"([^"]*)"`, 'i').exec(header ?? '')?.[1];
  return given({ scheme, realm: attribute('realm'), error: attribute('error'), scope: attribute('scope') });
}
