import { crc32 } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { hashToken, isWellFormed, newAccessToken, getPrefix } from './access-token.js';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('an access token (AUTH-4)', () => {
  it('a token consists of rct_, 43 base62 digits and their CRC-32 in 6 digits', () => {
    for (let round = 0; round < 200; round += 1) {
      const token = newAccessToken();
      expect(token).toMatch(/^rct_[0-9A-Za-z]{49}$/);
      const sum = [...token.slice(47)].reduce((value, digit) => value * 62 + digits.indexOf(digit), 0);
      expect(sum).toBe(crc32(token.slice(4, 47)));
      expect(isWellFormed(token)).toBe(true);
    }
  });

  it('isWellFormed detects typos without a look-up', () => {
    const token = newAccessToken();
    for (let index = 4; index < token.length; index += 1) {
      const other = token[index] === 'a' ? 'b' : 'a';
      expect(isWellFormed(token.slice(0, index) + other + token.slice(index + 1))).toBe(false);
    }
    for (const wrong of ['', 'rct_', token.slice(0, -1), `${token}a`, token.replace('rct_', 'rcT_'), ` ${token}`]) {
      expect(isWellFormed(wrong)).toBe(false);
    }
  });

  it('every token is unique, and its prefix reveals only a small part of it', () => {
    const tokens = new Set(Array.from({ length: 500 }, newAccessToken));
    expect(tokens.size).toBe(500);
    const [token = ''] = tokens;
    expect(getPrefix(token)).toBe(token.slice(0, 10));
    expect(hashToken(token)).toHaveLength(32);
  });
});
