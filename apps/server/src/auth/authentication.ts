import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { Bulkhead, waitingLimits } from '@resource-catalogue/concurrency';
import { Configuration } from '@resource-catalogue/program';
import { type FeedReader, isWellFormed, type Principal, TokenLookup } from '@resource-catalogue/tokens';
import { ProblemError } from '../errors/problem-error.js';
import { clientAddress } from '../http/client-address.js';
import { getContext, isApiPath } from '../http/request-context.js';
import { type Allowance, RateLimiter } from '../limits/rate-limiter.js';
import { SharedCounters } from '../limits/shared-counters.js';
import { Counts } from '../observability/counts.js';
import { JwtVerifier } from './jwt-verifier.js';

const realm = 'Bearer realm="catalogue"';

/**
 * Authenticates the request (AUTH-1, AUTH-2) and counts it against the quota (RATE-1). Not a guard, because guards run
 * after routing, and 401 and 429 come before the 404 of an unknown path (ERR-4).
 */
@Injectable()
export class Authentication {
  private readonly quotas: RateLimiter;
  private readonly failures: RateLimiter;
  /** Addresses that have exceeded their limit of rejected tokens, until their window ends. */
  private readonly suspects = new LRUCache<string, true>({ max: 10_000, ttlResolution: 0 });
  /**
   * Looks up one token of all suspects at a time, serving their addresses in turn, so that the database remains
   * available to others.
   */
  private readonly suspectLookups = new Bulkhead(
    (_, inTotal) => inTotal < 1,
    waitingLimits,
    'other tokens from the same address',
  );

  constructor(
    private readonly tokens: TokenLookup,
    private readonly jwts: JwtVerifier,
    private readonly configuration: Configuration,
    private readonly counts: Counts,
    @Inject(SharedCounters) shared: SharedCounters | null,
  ) {
    const limiter = (name: string) => new RateLimiter((own) => shared?.share(name, own) ?? own);
    this.quotas = limiter('quota');
    this.failures = limiter('refused');
  }

  async check(request: Request, response: Response): Promise<void> {
    if (!isApiPath(request.path)) return;
    const principal = await this.authenticate(request);
    getContext(request).principal = principal;
    await this.takeFromQuota(principal, response);
  }

  /**
   * Opens the feed of this resource, and counts the request like those of the API. Every other token gets the same
   * 404, which does not reveal which feeds exist; for a 401, calendars would ask people for a password.
   */
  async openFeed(
    token: string | null,
    place: Readonly<Record<'collection' | 'id', string>>,
    request: Request,
    response: Response,
  ): Promise<FeedReader> {
    const unknown = new ProblemError('not_found', 'No calendar feed has this URL, or its token is no longer valid.');
    if (token === null) throw unknown;
    const reader = isWellFormed(token)
      ? await this.lookUp(token, request, () => this.tokens.findReader(token, place))
      : null;
    if (!reader) throw await this.countRejection(request, unknown);
    getContext(request).principal = reader.principal;
    await this.takeFromQuota(reader.principal, response);
    return reader;
  }

  private async authenticate(request: Request): Promise<Principal> {
    const token = bearerToken(request.headers.authorization);
    if (token === null) {
      throw new ProblemError('missing_token', 'Send an access token: Authorization: Bearer <ACCESS_TOKEN>.', {
        headers: { 'WWW-Authenticate': realm },
      });
    }
    const principal = isWellFormed(token)
      ? await this.lookUp(token, request, () => this.tokens.find(token))
      : await this.jwts.find(token);
    if (principal) return principal;
    const invalid = new ProblemError('invalid_token', 'The access token is unknown, malformed, expired or revoked.', {
      headers: { 'WWW-Authenticate': `${realm}, error="invalid_token"` },
    });
    throw await this.countRejection(request, invalid);
  }

  /** A rejected token counts against the client's address (RATE-1). */
  private async countRejection(request: Request, problem: ProblemError): Promise<ProblemError> {
    const address = clientAddress(request);
    const allowance = await this.failures.take(address, this.configuration.authFailureLimit);
    if (allowance.allowed) return problem;
    this.suspects.set(address, true, { ttl: allowance.resetSeconds * 1000 });
    return this.rateLimited('failed_logins', allowance, 'Too many rejected tokens came from this IP address.');
  }

  /** RATE-1: valid tokens from an address keep working even if it also sends rejected ones. */
  private lookUp<T>(token: string, request: Request, find: () => Promise<T>): Promise<T> {
    const address = clientAddress(request);
    return !this.suspects.has(address) || this.tokens.wasValid(token) ? find() : this.suspectLookups.run(address, find);
  }

  /** RATE-2: every response to a valid token shows the remaining quota. */
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

/** Null without credentials: no header, another scheme, or nothing after the scheme. */
function bearerToken(authorization: string | undefined): string | null {
  const match = /^bearer +(\S.*)$/i.exec(authorization?.trim() ?? '');
  return match?.[1] ?? null;
}
