import type { CachedBody, ResponseCache } from '../http/response-cache.js';

/** Limits of a cache in memory. */
export interface MemoryCacheOptions {
  /** Bodies to keep, 500 by default. */
  readonly maxEntries?: number;
  /** Characters to keep in all bodies together, 16 million by default; a larger body is not kept. */
  readonly maxCharacters?: number;
}

/**
 * Makes a cache in memory that drops the least recently used bodies first.
 *
 * @example
 * const client = createClient({ baseUrl, token, cache: createMemoryCache({ maxEntries: 100 }) });
 */
export function createMemoryCache({
  maxEntries = 500,
  maxCharacters = 16_000_000,
}: MemoryCacheOptions = {}): ResponseCache {
  // A map keeps the order in which keys were set, so the first key is the least recently used one.
  const held = new Map<string, CachedBody>();
  let characters = 0;
  const drop = (url: string) => {
    characters -= held.get(url)?.body.length ?? 0;
    held.delete(url);
  };
  return {
    get: (url) => {
      const entry = held.get(url);
      if (entry === undefined) return undefined;
      held.delete(url);
      held.set(url, entry);
      return entry;
    },
    set: (url, entry) => {
      drop(url);
      if (entry.body.length > maxCharacters) return;
      held.set(url, entry);
      characters += entry.body.length;
      for (const oldest of held.keys()) {
        if (held.size <= maxEntries && characters <= maxCharacters) return;
        drop(oldest);
      }
    },
  };
}
