import { LRUCache } from 'lru-cache';
import type { Quota } from '../settings/quota.js';

/** Windows kept at once; beyond that the one unused for longest is forgotten, so that no flood of keys fills memory. */
const maximumWindows = 100_000;

export interface Allowance {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Whole seconds until the whole quota is there again, rounded up (RATE-2). */
  readonly resetSeconds: number;
}

interface Window {
  used: number;
  readonly endsAt: number;
}

/** Counts requests in windows that begin with a key's first request and end together with its quota. */
export class WindowLimiter {
  private readonly windows = new LRUCache<string, Window>({ max: maximumWindows });

  /** A monotonic clock in milliseconds: a wall clock that is set back would lock callers out. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  take(key: string, quota: Quota): Allowance {
    // Whole milliseconds: fractions would round a wait up to a second too much.
    const now = Math.floor(this.now());
    let window = this.windows.get(key);
    if (!window || window.endsAt <= now) {
      window = { used: 0, endsAt: now + quota.seconds * 1000 };
      this.windows.set(key, window);
    }
    const allowed = window.used < quota.requests;
    if (allowed) window.used += 1;
    return {
      allowed,
      remaining: quota.requests - window.used,
      resetSeconds: Math.max(1, Math.ceil((window.endsAt - now) / 1000)),
    };
  }
}
