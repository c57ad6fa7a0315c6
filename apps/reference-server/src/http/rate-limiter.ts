import type { TakeQuota } from './exchange.js';

/** Counts requests in windows that begin with their first request (RATE-1). */
export function makeRateLimiter(): TakeQuota {
  const windows = new Map<string, { readonly start: number; used: number }>();
  return (key, quota) => {
    const now = Date.now();
    const length = quota.seconds * 1000;
    const before = windows.get(key);
    const window = before !== undefined && now < before.start + length ? before : { start: now, used: 0 };
    windows.set(key, window);
    const allowed = window.used < quota.requests;
    if (allowed) window.used += 1;
    return {
      quota,
      remaining: quota.requests - window.used,
      reset: Math.max(1, Math.ceil((window.start + length - now) / 1000)),
      allowed,
    };
  };
}
