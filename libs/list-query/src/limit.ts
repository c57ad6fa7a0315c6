import type { Pair } from './query-pairs.js';
import { accept, quoted, refuse, type Reading } from './reading.js';
import { readSingle, type Finding } from './single-values.js';

export const defaultLimit = 50;
export const maximumLimit = 200;

/** Reads `limit` (PAGE-2). */
export function readLimit(pairs: readonly Pair[]): Finding<number> {
  return readSingle(pairs, limitOf);
}

function limitOf(text: string): Reading<number> {
  // The test for zero is on the number, so that 00 is refused; any count of digits is a number or Infinity, and lowered.
  if (/^[0-9]+$/.test(text) && Number(text) > 0) return accept(Math.min(Number(text), maximumLimit));
  return refuse('invalid_value', `${quoted(text)} is not a page size; write a whole number from 1 to ${maximumLimit}.`);
}
