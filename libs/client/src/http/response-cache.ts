import { withinLimit } from './within-limit.js';

/** A body that was read before, and the tag by which the service tells whether it is still the same (HTTP-2). */
export interface CachedBody {
  readonly etag: string;
  readonly body: string;
}

/**
 * Keeps bodies by URL for conditional reads. Every use is confirmed by the service, which also checks the token, so a
 * cache may be shared by clients with different tokens. A 304 saves the body, not the request: it counts (RATE-2).
 *
 * @example
 * const cache: ResponseCache = {
 *   get: async (url) => JSON.parse((await redis.get(url)) ?? 'null') ?? undefined,
 *   set: async (url, kept) => void (await redis.set(url, JSON.stringify(kept), { EX: 3600 })),
 * };
 */
export interface ResponseCache {
  get(url: string): CachedBody | undefined | Promise<CachedBody | undefined>;
  set(url: string, kept: CachedBody): void | Promise<void>;
}

/** How long a call waits for its cache. */
interface CacheLimits {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** What a cache holds for a URL; one that fails, or takes as long as an attempt may, holds nothing. */
export async function keptBody(
  cache: ResponseCache | undefined,
  url: string,
  { timeoutMs, signal }: CacheLimits,
): Promise<CachedBody | undefined> {
  const outcome = cache && (await withinLimit(timeoutMs, signal, async () => cache.get(url)));
  return outcome && 'value' in outcome ? outcome.value : undefined;
}

/** Gives a body to a cache; one that fails just does not keep it, as the answer is good without it. */
export async function keepBody(
  cache: ResponseCache | undefined,
  url: string,
  kept: CachedBody,
  { timeoutMs, signal }: CacheLimits,
): Promise<void> {
  if (cache) await withinLimit(timeoutMs, signal, async () => cache.set(url, kept));
}
