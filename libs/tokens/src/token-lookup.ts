import { hash, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isScope } from '@resource-catalogue/contracts';
import { LRUCache } from 'lru-cache';
import { Configuration } from '@resource-catalogue/program';
import { PrismaService } from '@resource-catalogue/database';
import type { Principal } from './principal.js';
import { hashToken } from './access-token.js';
import { type Feed, parseFeed } from './feeds.js';

/** AUTH-4 gives a revocation one second to reach every instance; the rest is for the look-up itself. */
const lifetime = 800;

/** Times are in milliseconds, as returned by `Date.now()`. */
export interface KnownToken {
  readonly principal: Principal;
  /** The feed that the token opens instead of the API. */
  readonly feed: Feed | null;
  readonly expiresAt: number;
  usedAt: number;
}

/** The sender of a request for a feed. */
export interface FeedReader {
  readonly principal: Principal;
  readonly feed: Feed;
}

/** Finds the principal of a token by its hash; results are valid for less than a second. */
@Injectable()
export class TokenLookup {
  private readonly known = new LRUCache<string, Promise<KnownToken | null>>({
    max: 10_000,
    ttl: lifetime,
    // Reading the clock each time is cheaper than a timer.
    ttlResolution: 0,
  });
  /** Tokens that were valid at some time, by the same key. */
  private readonly validHashes = new LRUCache<string, true>({ max: 10_000 });
  private used = new Map<string, Readonly<KnownToken>>();

  constructor(
    private readonly prisma: PrismaService,
    private readonly configuration: Configuration,
  ) {}

  /** The principal of a token of the API. */
  async find(token: string): Promise<Principal | null> {
    const found = await this.findIf(token, ({ feed }) => feed === null);
    return found?.principal ?? null;
  }

  /** The reader of the feed at this place, if the token opens it. */
  async findReader(token: string, place: Readonly<Record<'collection' | 'id', string>>): Promise<FeedReader | null> {
    const found = await this.findIf(token, ({ feed }) => feed?.collection === place.collection && feed.id === place.id);
    return found?.feed ? { principal: found.principal, feed: found.feed } : null;
  }

  private async findIf(token: string, opens: (known: KnownToken) => boolean): Promise<KnownToken | null> {
    const key = hash('sha256', token, 'base64');
    let pending = this.known.get(key);
    if (!pending) {
      pending = this.load(hashToken(token));
      this.known.set(key, pending);
      // A failed look-up does not mean an invalid token, so it must not be cached.
      pending.catch(() => this.known.delete(key));
    }
    const found = await pending;
    const now = Date.now();
    if (!found || found.expiresAt <= now || !opens(found)) return null;
    found.usedAt = now;
    if (!this.validHashes.has(key)) this.validHashes.set(key, true);
    this.used.set(found.principal.tokenId, found);
    return found;
  }

  /** Whether this process has seen the token as valid, even if it is not any more. */
  wasValid(token: string): boolean {
    return this.validHashes.has(hash('sha256', token, 'base64'));
  }

  /** The ids of the tokens used since the last call. */
  takeUsed(): ReadonlyMap<string, Readonly<KnownToken>> {
    const taken = this.used;
    this.used = new Map();
    return taken;
  }

  private async load(tokenHash: Uint8Array<ArrayBuffer>): Promise<KnownToken | null> {
    const row = await this.prisma.accessToken.findUnique({ where: { hash: tokenHash } });
    if (row?.revoked_at !== null || !timingSafeEqual(row.hash, tokenHash)) return null;
    const quota =
      row.quota_limit !== null && row.quota_window_seconds !== null
        ? { requests: row.quota_limit, seconds: row.quota_window_seconds }
        : this.configuration.rateLimit;
    return {
      principal: { tokenId: row.id, scopes: row.scopes.filter(isScope), quota },
      // A feed unknown to this version opens nothing, as the token has no scopes.
      feed: parseFeed(row),
      expiresAt: row.expires_at?.getTime() ?? Infinity,
      usedAt: -Infinity,
    };
  }
}
