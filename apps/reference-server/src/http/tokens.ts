import { crc32 } from 'node:zlib';
import { Random } from '../dataset/random.js';
import type { Quota, TakeQuota } from './exchange.js';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A token in the form of AUTH-4. */
function newToken(random: Random): string {
  const secret = Array.from({ length: 43 }, () => random.pick([...digits])).join('');
  const checksum = [5, 4, 3, 2, 1, 0].map((place) => digits[Math.floor(crc32(secret) / 62 ** place) % 62]);
  return `rct_${secret}${checksum.join('')}`;
}

export const tokenNames = ['full', 'second', 'limited', 'writing', 'quota', 'revoked', 'expired'] as const;
export type TokenName = (typeof tokenNames)[number];
export type Tokens = Readonly<Record<TokenName, string>>;

/** The scopes of each token; none for a token that is no longer valid. */
export const scopesOf: Readonly<Record<TokenName, readonly string[]>> = {
  full: ['read', 'projects:write'],
  second: ['read', 'projects:write'],
  limited: ['bookings:read'],
  writing: ['projects:write'],
  quota: ['read', 'projects:write'],
  revoked: [],
  expired: [],
};

/** Derives the tokens of a server from `stamp`; equal stamps give equal tokens. */
export function newTokens(stamp: number): Tokens {
  const random = new Random(stamp);
  const next = (): string => newToken(random);
  return {
    ...{ full: next(), second: next(), limited: next(), writing: next() },
    ...{ revoked: next(), expired: next(), quota: next() },
  };
}

export const ampleQuota: Quota = { requests: 1_000_000, seconds: 60 };

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
