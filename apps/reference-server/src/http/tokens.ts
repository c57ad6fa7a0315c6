import { crc32 } from 'node:zlib';
import { Random } from '../dataset/random.js';
import type { Quota, Token } from './exchange.js';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function newTokenText(random: Random): string {
  const secret = Array.from({ length: 43 }, () => digits[random.between(0, 61)]).join('');
  return `rct_${secret}${makeChecksum(secret)}`;
}

function makeChecksum(secret: string): string {
  const checksum = crc32(secret);
  return [5, 4, 3, 2, 1, 0].map((place) => digits[Math.floor(checksum / 62 ** place) % 62]).join('');
}

const ample: Quota = { requests: 1_000_000, seconds: 60 };

/** One token for each purpose; `stamp` makes the tokens of each server unique. */
export function newTokens(stamp: number, small: Quota) {
  const random = new Random(stamp);
  const token = (id: string, part: Partial<Token> = {}): Token => ({
    id,
    text: newTokenText(random),
    scopes: ['read', 'projects:write'],
    quota: ample,
    state: 'good',
    ...part,
  });
  return {
    full: token('full'),
    second: token('second'),
    limited: token('limited', { scopes: ['bookings:read'] }),
    writing: token('writing', { scopes: ['projects:write'] }),
    revoked: token('revoked', { state: 'revoked' }),
    expired: token('expired', { state: 'expired' }),
    quota: token('quota', { quota: small }),
  };
}

export type TokenName = keyof ReturnType<typeof newTokens>;
