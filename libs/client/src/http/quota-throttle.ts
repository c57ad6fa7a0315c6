import { readRateLimit, toWaitMs } from './headers.js';

/**
 * Holds all calls of a client while its quota is used up, not only the one that received the 429. The next window
 * admits no more calls than it has room for (RATE-2).
 */
export class QuotaThrottle {
  #opensAt = 0;
  /** Calls for which the next window has room; unlimited while the quota is unknown. */
  #left = Infinity;
  #quota = Infinity;
  #windowMs = 0;

  /** Learns from the headers of a response; the last request of a quota closes the throttle. */
  learn(headers: Headers, now: number): void {
    const policy = /;\s*q=(\d+)\s*;\s*w=(\d+)/.exec(headers.get('ratelimit-policy') ?? '');
    if (policy) [this.#quota, this.#windowMs] = [Number(policy[1]), toWaitMs(Number(policy[2]))];
    const limit = readRateLimit(headers.get('ratelimit'));
    if (limit?.remaining === 0) this.closeUntil(now + limit.resetMs);
  }

  /** Stays closed until this time, in milliseconds since 1970; never opens earlier than announced before. */
  closeUntil(time: number): void {
    this.#opensAt = Math.max(this.#opensAt, time);
    this.#left = this.#quota;
  }

  /** Admits a call and returns 0, or returns the milliseconds until one may be admitted. */
  admit(now: number): number {
    const end = this.#opensAt + this.#windowMs;
    if (now >= end) this.#left = Infinity;
    else if (this.#left < 1) this.closeUntil(end);
    const waitMs = Math.max(0, this.#opensAt - now);
    if (waitMs === 0) this.#left -= 1;
    return waitMs;
  }
}
