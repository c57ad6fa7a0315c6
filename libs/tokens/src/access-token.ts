import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const form = /^rct_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

/** The part of a token that lists show: enough to tell tokens apart, useless for guessing one. */
const prefixLength = 10;

/** AUTH-4: `rct_`, 256 random bits in 43 base62 digits, and their CRC-32 in 6. */
export function newAccessToken(): string {
  const random = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), 43);
  return `rct_${random}${checksum(random)}`;
}

/** Whether the service could have issued this token; detects typos without a look-up. */
export function isWellFormed(token: string): boolean {
  const match = form.exec(token);
  return match?.[1] !== undefined && match[2] === checksum(match[1]);
}

/** The token has 256 random bits, so plain SHA-256 is as hard to invert as a slow hash. */
export function hashToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hash('sha256', token, 'buffer'));
}

export function getPrefix(token: string): string {
  return token.slice(0, prefixLength);
}

function checksum(random: string): string {
  return base62(BigInt(crc32(random)), 6);
}

function base62(value: bigint, length: number): string {
  let rest = value;
  let text = '';
  for (let index = 0; index < length; index += 1) {
    text = (digits[Number(rest % 62n)] ?? '') + text;
    rest /= 62n;
  }
  return text;
}
