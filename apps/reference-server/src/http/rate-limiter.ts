import type { Quota, Usage } from './exchange.js';

/** Counts requests in windows that begin with their first request (RATE-1). */
export class RateLimiter {
  private readonly windows = new Map<string, { readonly start: number; used: number }>();

  take(key: string, quota: Quota, cost: number): Usage {
    const now = Date.now();
    const length = quota.seconds * 1000;
    const before = this.windows.get(key);
    const window = before !== undefined && now < before.start + length ? before : { start: now, used: 0 };
    this.windows.set(key, window);
    const allowed = window.used < quota.requests;
    if (allowed) window.used += cost;
    return {
      quota,
      remaining: quota.requests - window.used,
      reset: Math.max(1, Math.ceil((window.start + length - now) / 1000)),
      allowed,
    };
  }

  /** Restarts the window without resetting its count. */
  prolong(key: string): void {
    const window = this.windows.get(key);
    if (window !== undefined) this.windows.set(key, { ...window, start: Date.now() });
  }
}
