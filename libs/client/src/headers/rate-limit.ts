/** What a `RateLimit` header says of the token's quota (RATE-2). */
export interface RateLimit {
  /** Requests that are left in this window. */
  readonly remaining: number;
  /** Milliseconds until the window ends. */
  readonly resetMs: number;
}

/** Reads `RateLimit: "default";r=3;t=20`; undefined where there is none, or none that makes sense. */
export function readRateLimit(header: string | null): RateLimit | undefined {
  const parameter = (name: string) => Number(new RegExp(`;\\s*${name}=(\\d+)`).exec(header ?? '')?.[1]);
  const remaining = parameter('r');
  const resetMs = parameter('t') * 1000;
  return remaining + resetMs >= 0 ? { remaining, resetMs } : undefined;
}

/**
 * Reads how long an answer asks to wait, in milliseconds: `Retry-After` in seconds or as a date, else the end of a window
 * that is used up. A date is measured from the answer's own `Date`, as the two clocks may differ.
 */
export function readWait(headers: Headers, now: number): number | undefined {
  const after = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(after)) return Number(after) * 1000;
  // `Date.parse` would take "-5" and "2.5" for years; every form of an HTTP date has the name of a month.
  const date = /[A-Z][a-z]{2}/.test(after) ? Date.parse(after) : NaN;
  if (date >= 0) return Math.max(0, date - (Date.parse(headers.get('date') ?? '') || now));
  const limit = readRateLimit(headers.get('ratelimit'));
  return limit?.remaining === 0 ? limit.resetMs : undefined;
}
