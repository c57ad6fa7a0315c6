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
  const attributes = [...(header ?? '').matchAll(/\b(realm|error|scope)\s*=\s*"([^"]*)"/gi)];
  return { scheme, ...Object.fromEntries(attributes.map(([, name = '', value]) => [name.toLowerCase(), value])) };
}
