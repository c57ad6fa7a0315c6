import { Problem } from '../problems/problem.js';
import { rateLimited } from '../limits/rate-limited.js';
import { WindowLimiter } from '../limits/window-limiter.js';
import { isWellFormed } from './access-token.js';
import type { Principal } from './principal.js';
import type { Quota } from '../settings/quota.js';
import type { TokenLookup } from './token-lookup.js';

const realm = 'Bearer realm="catalogue"';

/** AUTH-1, AUTH-2: every operation needs a bearer token; a refused one counts against the client's address (RATE-1). */
export class Authenticator {
  private readonly failures = new WindowLimiter();

  constructor(
    private readonly tokens: TokenLookup,
    private readonly failureLimit: Quota,
  ) {}

  async authenticate(authorization: string | undefined, address: string): Promise<Principal> {
    const token = bearerToken(authorization);
    if (token === null) {
      throw new Problem('missing_token', 'Send an access token: Authorization: Bearer <ACCESS_TOKEN>.', {
        headers: { 'WWW-Authenticate': realm },
      });
    }
    const principal = isWellFormed(token) ? await this.tokens.find(token) : null;
    if (principal) return principal;
    const { allowed, resetSeconds } = this.failures.take(address, this.failureLimit);
    if (!allowed) throw rateLimited(resetSeconds, 'Too many refused tokens came from this address.');
    throw new Problem('invalid_token', 'The access token is unknown, malformed, expired or revoked.', {
      headers: { 'WWW-Authenticate': `${realm}, error="invalid_token"` },
    });
  }
}

/** Null where no credentials were sent: no header, another scheme, or nothing behind the scheme. */
function bearerToken(authorization: string | undefined): string | null {
  const match = /^bearer +(\S.*)$/i.exec(authorization?.trim() ?? '');
  return match?.[1] ?? null;
}
