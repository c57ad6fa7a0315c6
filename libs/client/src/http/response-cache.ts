import { withinLimit } from './clock.js';

/** A cached body, and the tag by which the service knows whether it is still current (HTTP-2). */
export interface CachedBody {
  readonly etag: string;
  readonly body: string;
}

/**
 * Keeps bodies by URL for conditional reads. The service confirms every use, and checks the token too, so clients with
 * different tokens may share a cache. A 304 saves the body, but counts as a request (RATE-2).
 *
 * @example
 * const cache: ResponseCache = {
 *   get: async (url) => JSON.parse((await redis.get(url)) ?? 'null') ?? undefined,
 *   set: async (url, entry) => void (await redis.set(url, JSON.stringify(entry), { EX: 3600 })),
 * };
 */
export interface ResponseCache {
  get(url: string): CachedBody | undefined | Promise<CachedBody | undefined>;
  set(url: string, entry: CachedBody): void | Promise<void>;
}

/** Uses a cache; if it fails or is slower than an attempt, it counts as empty. */
export async function useCache<Value>(
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal?: AbortSignal },
  use: () => Value | Promise<Value>,
): Promise<Value | undefined> {
  const outcome = await withinLimit(timeoutMs, signal, async () => use());
  return 'value' in outcome ? outcome.value : undefined;
}
