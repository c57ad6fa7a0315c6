import { LRUCache } from 'lru-cache';
import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible';
import type { Quota } from '@resource-catalogue/program';
import type { Counter } from './shared-counters.js';

/** Maximum number of windows; above it the least recently used is dropped, so that no flood of keys fills memory. */
const maxWindows = 100_000;

export interface Allowance {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Whole seconds until the full quota is available again, rounded up (RATE-2). */
  readonly resetSeconds: number;
}

/**
 * Counts requests in windows that begin with a key's first request; its whole quota is available again at the end
 * (RATE-1).
 */
export class RateLimiter {
  // The quota differs from key to key, so the limiter only counts.
  private readonly counter: Counter;
  private readonly keys: LRUCache<string, true>;

  constructor(share: (own: RateLimiterAbstract) => Counter = (own) => own, max = maxWindows) {
    this.counter = share(new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: 1 }));
    this.keys = new LRUCache({
      // With `max` the memory for all keys would be allocated at once.
      maxSize: max,
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
      // If a clock was set back, the window's length is the maximum that remains.
      resetSeconds: Math.min(seconds, Math.max(1, Math.ceil(msBeforeNext / 1000))),
    };
  }
}
