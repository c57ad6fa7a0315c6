import { crc32 } from 'node:zlib';
import { Random } from '../dataset/random.js';
import type { Quota, Token } from './exchange.js';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A token of the form of AUTH-4. */
export function newTokenText(random: Random): string {
  const secret = Array.from({ length: 43 }, () => digits[random.between(0, 61)]).join('');
  return `rct_${secret}${checksumOf(secret)}`;
}

function checksumOf(secret: string): string {
  let rest = crc32(secret);
  let text = '';
  for (let at = 0; at < 6; at += 1) {
    text = `${digits[rest % 62] ?? ''}${text}`;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/** The names of the tokens that every server has. */
export type TokenName = 'full' | 'second' | 'limited' | 'revoked' | 'expired' | 'quota';

const ample: Quota = { requests: 1_000_000, seconds: 60 };
const all = ['read', 'projects:write'] as const;

/** One token for each purpose of a check; `stamp` keeps the tokens of two servers apart. */
export function newTokens(stamp: number, small: Quota): Readonly<Record<TokenName, Token>> {
  const random = new Random(stamp);
  const token = (id: TokenName, part: Partial<Token> = {}): Token => ({
    id,
    text: newTokenText(random),
    scopes: all,
    quota: ample,
    state: 'good',
    ...part,
  });
  return {
    full: token('full'),
    second: token('second'),
    limited: token('limited', { scopes: ['bookings:read'] }),
    revoked: token('revoked', { state: 'revoked' }),
    expired: token('expired', { state: 'expired' }),
    quota: token('quota', { quota: small }),
  };
}
