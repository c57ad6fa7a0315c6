import { timingSafeEqual } from 'node:crypto';
import { isScope } from '@resource-catalogue/contracts';
import type { PrismaClient } from '@resource-catalogue/prisma';
import { LRUCache } from 'lru-cache';
import { hashOf } from './access-token.js';
import type { Principal } from './principal.js';
import type { Quota } from '../settings/quota.js';

/** AUTH-4 gives a revocation one second to reach every instance; the rest is for the look-up itself. */
const lifetime = 800;

interface KnownToken {
  readonly principal: Principal;
  readonly expiresAt: number;
}

/** Finds the principal of a token by its hash; what it found holds for less than a second. */
export class TokenLookup {
  private readonly known = new LRUCache<string, Promise<KnownToken | null>>({ max: 10_000, ttl: lifetime });

  constructor(
    private readonly prisma: PrismaClient,
    private readonly defaultQuota: Quota,
  ) {}

  async find(token: string): Promise<Principal | null> {
    const hash = hashOf(token);
    const key = Buffer.from(hash).toString('base64');
    let pending = this.known.get(key);
    if (!pending) {
      pending = this.load(hash);
      this.known.set(key, pending);
      // A failed look-up says nothing about the token, so it must not be remembered.
      pending.catch(() => this.known.delete(key));
    }
    const found = await pending;
    return found && found.expiresAt > Date.now() ? found.principal : null;
  }

  private async load(hash: Uint8Array<ArrayBuffer>): Promise<KnownToken | null> {
    const row = await this.prisma.accessToken.findUnique({ where: { hash } });
    if (row?.revoked_at !== null || !timingSafeEqual(row.hash, hash)) return null;
    const quota =
      row.quota_limit !== null && row.quota_window_seconds !== null
        ? { requests: row.quota_limit, seconds: row.quota_window_seconds }
        : this.defaultQuota;
    return {
      principal: { tokenId: row.id, scopes: row.scopes.filter(isScope), quota },
      expiresAt: row.expires_at?.getTime() ?? Infinity,
    };
  }
}
