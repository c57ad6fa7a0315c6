import { readRateLimit } from '../headers/rate-limit.js';

/**
 * What all calls of a client pass before they are sent: one used-up quota holds every call, not only the one that met it,
 * and the window that follows lets through no more of them than it has room for (RATE-2).
 */
export class Gate {
  #opensAt = 0;
  /** Calls for which the window that began then has room; without limit where nothing is known of it. */
  #left = Infinity;
  #quota = Infinity;
  #windowMs = 0;

  /** Takes in what an answer says: the last request that a quota had closes the gate. */
  learn(headers: Headers, now: number): void {
    const policy = /;\s*q=(\d+)\s*;\s*w=(\d+)/.exec(headers.get('ratelimit-policy') ?? '');
    if (policy) [this.#quota, this.#windowMs] = [Number(policy[1]), Number(policy[2]) * 1000];
    const limit = readRateLimit(headers.get('ratelimit'));
    if (limit?.remaining === 0) this.closeUntil(now + limit.resetMs);
  }

  /** Stays closed until then, in milliseconds since 1970; never opens earlier than it was told before. */
  closeUntil(time: number): void {
    this.#opensAt = Math.max(this.#opensAt, time);
    this.#left = this.#quota;
  }

  /** Lets a call pass, or says for how many milliseconds none may. */
  pass(now: number): number {
    const end = this.#opensAt + this.#windowMs;
    if (now >= end) this.#left = Infinity;
    else if (this.#left < 1) this.closeUntil(end);
    const waitMs = Math.max(0, this.#opensAt - now);
    if (waitMs === 0) this.#left -= 1;
    return waitMs;
  }
}
