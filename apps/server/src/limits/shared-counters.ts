import type { RateLimiterAbstract } from 'rate-limiter-flexible';

export type Counter = Pick<RateLimiterAbstract, 'consume' | 'delete'>;

/** Counts with other processes under one name; if those are unavailable, `own` counts alone. */
export abstract class SharedCounters {
  abstract share(name: string, own: RateLimiterAbstract): Counter;
}
