import { Inject, Injectable, type NestMiddleware, Optional } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible';
import { Configuration, type Quota } from '@resource-catalogue/program';
import { Bulkhead } from '@resource-catalogue/database';
import { isWellFormed, type Principal, TokenLookup } from '@resource-catalogue/tokens';
import { ProblemError } from '../errors/problem-error.js';
import { contextOf, isInterfacePath } from '../http/request-head.js';
import { Counts } from '../observability/counts.js';
import { JwtVerifier } from './jwt-verifier.js';

export type Counter = Pick<RateLimiterAbstract, 'consume' | 'delete'>;

/** Counts with other processes what is counted under one name; where those cannot be asked, `own` counts alone. */
export abstract class SharedCounters {
  abstract share(name: string, own: RateLimiterAbstract): Counter;
}

/** Windows kept at once; beyond that the one unused for longest is forgotten, so that no flood of keys fills memory. */
const maximumWindows = 100_000;

interface Allowance {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Whole seconds until the whole quota is there again, rounded up (RATE-2). */
  readonly resetSeconds: number;
}

/** Counts requests in windows that begin with a key's first request and end together with its quota (RATE-1). */
export class RateLimiter {
  // The quota differs from key to key, so the limiter only counts.
  private readonly counter: Counter;
  private readonly keys: LRUCache<string, true>;

  constructor(most = maximumWindows, share: (own: RateLimiterAbstract) => Counter = (own) => own) {
    this.counter = share(new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: 1 }));
    this.keys = new LRUCache({
      // With `max` the room for all of them would be taken at once.
      maxSize: most,
      sizeCalculation: () => 1,
      dispose: (_, key, reason) => {
        if (reason === 'evict') void this.counter.delete(key);
      },
    });
  }

  async take(key: string, { requests, seconds }: Quota): Promise<Allowance> {
    if (!this.keys.get(key)) this.keys.set(key, true);
    const { consumedPoints, msBeforeNext } = await this.counter.consume(key, 1, { customDuration: seconds });
    return {
      allowed: consumedPoints <= requests,
      remaining: Math.max(0, requests - consumedPoints),
      // Of a clock that was set back the window's length is left at most.
      resetSeconds: Math.min(seconds, Math.max(1, Math.ceil(msBeforeNext / 1000))),
    };
  }
}

const realm = 'Bearer realm="catalogue"';

/**
 * Who sends the request (AUTH-1, AUTH-2), and how much of the quota is left (RATE-1). This is a middleware and not a guard,
 * since guards run once a route is found, and 401 and 429 come before the 404 of an unknown path (ERR-4).
 */
@Injectable()
export class AuthenticationMiddleware implements NestMiddleware {
  private readonly quotas: RateLimiter;
  private readonly failures: RateLimiter;
  /** Addresses from which more refused tokens came than may, until their window ends. */
  private readonly suspects = new LRUCache<string, true>({ max: 10_000, ttlResolution: 0 });
  /** Of all their tokens one is looked up at a time, each address in its turn: the database is there for the others. */
  private readonly suspectLookups = new Bulkhead((_, inAll) => inAll < 1);

  constructor(
    private readonly tokens: TokenLookup,
    private readonly jwts: JwtVerifier,
    private readonly configuration: Configuration,
    private readonly counts: Counts,
    @Optional() @Inject(SharedCounters) shared: SharedCounters | null,
  ) {
    const limiter = (name: string) => new RateLimiter(maximumWindows, (own) => shared?.share(name, own) ?? own);
    this.quotas = limiter('quota');
    this.failures = limiter('refused');
  }

  async use(request: Request, response: Response, next: NextFunction): Promise<void> {
    if (isInterfacePath(request.path)) {
      const principal = await this.authenticate(request);
      contextOf(request).principal = principal;
      await this.takeFromQuota(principal, response);
    }
    next();
  }

  /** A refused token counts against the client's address (RATE-1). */
  private async authenticate(request: Request): Promise<Principal> {
    const token = bearerToken(request.headers.authorization);
    if (token === null) {
      throw new ProblemError('missing_token', 'Send an access token: Authorization: Bearer <ACCESS_TOKEN>.', {
        headers: { 'WWW-Authenticate': realm },
      });
    }
    const address = request.ip ?? '';
    const principal = isWellFormed(token) ? await this.lookUp(token, address) : await this.jwts.find(token);
    if (principal) return principal;
    const allowance = await this.failures.take(address, this.configuration.authFailureLimit);
    if (!allowance.allowed) {
      this.suspects.set(address, true, { ttl: allowance.resetSeconds * 1000 });
      throw this.rateLimited('failed_logins', allowance, 'Too many refused tokens came from this address.');
    }
    throw new ProblemError('invalid_token', 'The access token is unknown, malformed, expired or revoked.', {
      headers: { 'WWW-Authenticate': `${realm}, error="invalid_token"` },
    });
  }

  /** RATE-1: good tokens from an address go on working, whatever else comes from there. */
  private lookUp(token: string, address: string): Promise<Principal | null> {
    if (!this.suspects.has(address) || this.tokens.wasGood(token)) return this.tokens.find(token);
    return this.suspectLookups.run(address, () => this.tokens.find(token));
  }

  /** RATE-2: every answer to a good token says what is left of its quota. */
  private async takeFromQuota({ tokenId, quota }: Principal, response: Response): Promise<void> {
    const allowance = await this.quotas.take(tokenId, quota);
    response.setHeader('RateLimit-Policy', `"default";q=${quota.requests};w=${quota.seconds}`);
    response.setHeader('RateLimit', `"default";r=${allowance.remaining};t=${allowance.resetSeconds}`);
    if (!allowance.allowed) {
      throw this.rateLimited('token', allowance, 'This token has used up its quota of the current window.');
    }
  }

  private rateLimited(what: keyof Counts['rateLimited'], { resetSeconds }: Allowance, reason: string): ProblemError {
    this.counts.rateLimited[what] += 1;
    return new ProblemError('rate_limited', `${reason} Try again in ${resetSeconds} s.`, {
      headers: { 'Retry-After': String(resetSeconds) },
    });
  }
}

/** Null where no credentials were sent: no header, another scheme, or nothing behind the scheme. */
function bearerToken(authorization: string | undefined): string | null {
  const match = /^bearer +(\S.*)$/i.exec(authorization?.trim() ?? '');
  return match?.[1] ?? null;
}
