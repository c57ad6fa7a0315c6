import type { Response } from 'express';
import type { Principal } from '../auth/principal.js';
import { rateLimited } from '../limits/rate-limited.js';
import { WindowLimiter } from '../limits/window-limiter.js';

/** RATE-1, RATE-2: each token has a quota of its own, and every answer to it says what is left. */
export class TokenLimits {
  private readonly limiter = new WindowLimiter();

  take(principal: Principal, response: Response): void {
    const { quota, tokenId } = principal;
    const { allowed, remaining, resetSeconds } = this.limiter.take(tokenId, quota);
    response.setHeader('RateLimit-Policy', `"default";q=${quota.requests};w=${quota.seconds}`);
    response.setHeader('RateLimit', `"default";r=${remaining};t=${resetSeconds}`);
    if (!allowed) throw rateLimited(resetSeconds, 'This token has used up its quota of the current window.');
  }
}
