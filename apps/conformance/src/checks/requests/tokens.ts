import { crc32 } from 'node:zlib';
import type { Random } from '../context/random.js';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** AUTH-4: a token of the documented form that belongs to nobody: 43 characters, then their CRC-32 in 6 base62 digits. */
export function unknownToken(random: Random): string {
  const secret = Array.from({ length: 43 }, () => base62[random.integer(62)]).join('');
  let sum = crc32(secret);
  let digits = '';
  for (let place = 0; place < 6; place += 1) {
    digits = `${base62[sum % 62]}${digits}`;
    sum = Math.floor(sum / 62);
  }
  return `rct_${secret}${digits}`;
}

export function mistyped(token: string): string[] {
  const last = token.at(-1) === 'a' ? 'b' : 'a';
  const swapped = token.replace(/[a-z](?=[^a-z]*$)/, (letter) => letter.toUpperCase());
  return [`${token.slice(0, -1)}${last}`, token.slice(0, -1), `${token}a`, ...(swapped === token ? [] : [swapped])];
}
