import { readRateLimit, toWaitMs } from './headers.js';

/**
 * Holds the calls of a client while its quota is used up: one used-up quota holds every call, not only the one that met
 * it, and the next window admits no more calls than it has room for (RATE-2).
 */
export class QuotaThrottle {
  #opensAt = 0;
  /** Calls that the window that opens then has room for; unlimited while the quota is unknown. */
  #left = Infinity;
  #quota = Infinity;
  #windowMs = 0;

  /** Learns from the headers of an answer; the last request of a quota closes the throttle. */
  learn(headers: Headers, now: number): void {
    const policy = /;\s*q=(\d+)\s*;\s*w=(\d+)/.exec(headers.get('ratelimit-policy') ?? '');
    if (policy) [this.#quota, this.#windowMs] = [Number(policy[1]), toWaitMs(Number(policy[2]))];
    const limit = readRateLimit(headers.get('ratelimit'));
    if (limit?.remaining === 0) this.closeUntil(now + limit.resetMs);
  }

  /** Stays closed until then, in milliseconds since 1970; never opens earlier than an earlier call said. */
  closeUntil(time: number): void {
    this.#opensAt = Math.max(this.#opensAt, time);
    this.#left = this.#quota;
  }

  /** Admits a call and returns 0, or returns the milliseconds for which none is admitted. */
  admit(now: number): number {
    const end = this.#opensAt + this.#windowMs;
    if (now >= end) this.#left = Infinity;
    else if (this.#left < 1) this.closeUntil(end);
    const waitMs = Math.max(0, this.#opensAt - now);
    if (waitMs === 0) this.#left -= 1;
    return waitMs;
  }
}
