/** The quota of the token, from a `RateLimit` header (RATE-2). */
export interface RateLimit {
  /** Remaining requests in this window. */
  readonly remaining: number;
  /** Milliseconds until the window ends. */
  readonly resetMs: number;
}

/** A day, the longest window of a quota. A timer overflows after 25 days and fires at once. */
const longestWaitMs = 86_400_000;

/** Converts the seconds of a header to milliseconds, a day at most. */
export const toWaitMs = (seconds: number) => Math.min(longestWaitMs, seconds * 1000);

/** Reads `RateLimit: "default";r=3;t=20`; null if it is absent or malformed. */
export function readRateLimit(header: string | null): RateLimit | null {
  const parameter = (name: string) => Number(new RegExp(`;\\s*${name}=(\\d+)`).exec(header ?? '')?.[1]);
  const remaining = parameter('r');
  const resetMs = toWaitMs(parameter('t'));
  return remaining + resetMs >= 0 ? { remaining, resetMs } : null;
}

/** Reads a date in milliseconds since 1970; NaN if it is absent or malformed. */
function readDate(headers: Headers, name: string): number {
  const text = headers.get(name) ?? '';
  // `Date.parse` would take "-5" and "2.5" for years; every form of an HTTP date has the name of a month.
  return /[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : NaN;
}

/**
 * Reads the wait that a response requests, in milliseconds and at most a day: `Retry-After` in seconds or as a date, else
 * the end of a window that is used up. A date is measured from the response's own `Date`, as the two clocks may differ.
 */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const after = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(after)) return toWaitMs(Number(after));
  const date = readDate(headers, 'retry-after');
  if (date >= 0) return toWaitMs(Math.max(0, date - (readDate(headers, 'date') || now)) / 1000);
  const limit = readRateLimit(headers.get('ratelimit'));
  return limit?.remaining === 0 ? limit.resetMs : undefined;
}

/** A challenge from a `WWW-Authenticate` header (AUTH-2, AUTH-3). */
export interface Challenge {
  /** The scheme, `Bearer`. */
  readonly scheme: string;
  readonly realm?: string;
  /** `invalid_token` or `insufficient_scope`; absent if no token was sent. */
  readonly error?: string;
  /** With `insufficient_scope`: the narrowest scope that would suffice. */
  readonly scope?: string;
}

/** Reads a `WWW-Authenticate` header with one challenge. */
export function readChallenge(header: string | null): Challenge | undefined {
  const scheme = /^[\w-]+/.exec(header ?? '')?.[0];
  if (scheme === undefined) return undefined;
  const attributes = [...(header ?? '').matchAll(/\b(realm|error|scope)\s*=\s*"([^"]*)"/gi)];
  return { scheme, ...Object.fromEntries(attributes.map(([, name = '', value]) => [name.toLowerCase(), value])) };
}

/** The warning about a deprecated endpoint; undefined if it is not deprecated (VER-1). */
export function deprecationWarning(endpoint: string, headers: Headers): string | undefined {
  const deprecation = headers.get('deprecation');
  const sunset = headers.get('sunset');
  if (deprecation === null && sunset === null) return undefined;
  // RFC 9745 writes the date as `@` and seconds since 1970. Dates after the year 9999 are left out of the warning.
  const date = Number(/^@(\d+)$/.exec(deprecation ?? '')?.[1]) * 1000;
  const since = date < Date.UTC(10_000, 0) ? ` since ${new Date(date).toISOString().slice(0, 10)}` : '';
  const end = readDate(headers, 'sunset') >= 0 ? ` and ends on ${sunset}` : '';
  return `${endpoint} is deprecated${since}${end}.`;
}
