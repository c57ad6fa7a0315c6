import type { Random } from './prng.js';

const bytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const hex = (word: number, shift: number): string => bytes[(word >>> shift) & 0xff] ?? '';
const hex16 = (word: number, shift: number): string => hex(word, shift + 8) + hex(word, shift);
const hex32 = (word: number): string => hex16(word, 16) + hex16(word, 0);

/** A UUID of version 7 (RFC 9562) of that millisecond: the other bits are drawn (SHAPE-3). */
export function uuidV7(milliseconds: number, random: Random): string {
  const high = Math.floor(milliseconds / 0x1_0000);
  const [first, second, third] = [random.uint32(), random.uint32(), random.uint32()];
  const version = 0x7000 | (first & 0x0fff);
  const variant = 0x8000 | ((first >>> 16) & 0x3fff);
  return `${hex32(high)}-${hex16(milliseconds % 0x1_0000, 0)}-${hex16(version, 0)}-${hex16(variant, 0)}-${hex16(second, 0)}${hex32(third)}`;
}
