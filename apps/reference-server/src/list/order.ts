import { type Row, toText } from '../json.js';
import type { Position, Sort } from '../query/list-query.js';

/** Compares texts by code point (SORT-1), which is the order of their bytes in UTF-8. */
export const compareTexts = (one: string, other: string): number =>
  Buffer.compare(Buffer.from(one), Buffer.from(other));

const compareKeys = (one: Position['key'], other: Position['key']): number =>
  typeof one === 'number' && typeof other === 'number' ? one - other : compareTexts(String(one), String(other));

/** Ties are ordered by id, in the same direction (SORT-1). */
export function comparePositions(one: Position, other: Position, { descending }: Sort): number {
  const order = compareKeys(one.key, other.key) || compareTexts(one.id, other.id);
  return descending ? -order : order;
}

export function positionOf(row: Row, { field }: Sort): Position {
  const key = row[field];
  return { key: typeof key === 'number' ? key : toText(key), id: row.id };
}
