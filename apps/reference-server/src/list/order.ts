import { type Row, toText } from '../json.js';
import type { Position, Sort } from '../query/list-query.js';

/** Compares text by code point (SORT-1). */
export function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  const shorter = Math.min(one.length, other.length);
  let at = 0;
  while (at < shorter && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return at === shorter ? one.length - other.length : rank(one.charCodeAt(at)) - rank(other.charCodeAt(at));
}

/** Rank of a UTF-16 unit: surrogates encode code points above all others. */
const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

function compareKeys(one: Position['key'], other: Position['key']): number {
  return typeof one === 'number' && typeof other === 'number' ? one - other : compareTexts(String(one), String(other));
}

/** Ties are ordered by id, in the same direction (SORT-1). */
export function comparePositions(one: Position, other: Position, { descending }: Sort): number {
  const order = compareKeys(one.key, other.key) || compareTexts(one.id, other.id);
  return descending ? -order : order;
}

export function positionOf(row: Row, { field }: Sort): Position {
  const key = row[field];
  return { key: typeof key === 'number' ? key : toText(key), id: row.id };
}
