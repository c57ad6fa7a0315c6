import cluster from 'node:cluster';
import { LRUCache } from 'lru-cache';
import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible';
import type { Quota } from '@resource-catalogue/program';

export type Counter = Pick<RateLimiterAbstract, 'consume' | 'delete'>;

/** Counts with other processes what is counted under one name; where those cannot be asked, `own` counts alone. */
export abstract class SharedCounters {
  abstract share(name: string, own: RateLimiterAbstract): Counter;
}

/** Null where this process counts alone. Loads what counts together only where it is needed. */
export async function sharedCounters(
  redisUrl: string | null,
  report: (line: string) => void,
): Promise<SharedCounters | null> {
  if (redisUrl !== null) return (await import('./redis-counters.js')).RedisCounters.connect(redisUrl, report);
  return cluster.isWorker ? new (await import('./worker-counters.js')).WorkerCounters() : null;
}

/** Windows kept at once; beyond that the one unused for longest is forgotten, so that no flood of keys fills memory. */
const maxWindows = 100_000;

export interface Allowance {
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

  constructor(share: (own: RateLimiterAbstract) => Counter = (own) => own, max = maxWindows) {
    this.counter = share(new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: 1 }));
    this.keys = new LRUCache({
      // With `max` the room for all of them would be taken at once.
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
      // Of a clock that was set back the window's length is left at most.
      resetSeconds: Math.min(seconds, Math.max(1, Math.ceil(msBeforeNext / 1000))),
    };
  }
}
