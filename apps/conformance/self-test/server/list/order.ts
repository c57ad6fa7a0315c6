import { type Row, textOf } from '../json.js';
import type { Position, Sort } from '../query/list-query.js';

/** Text by code point (SORT-1), which UTF-8 bytes keep and UTF-16 units do not. */
export const compareTexts = (one: string, other: string): number =>
  one === other ? 0 : Buffer.compare(Buffer.from(one), Buffer.from(other));

export function compareKeys(one: Position['key'], other: Position['key']): number {
  return typeof one === 'number' && typeof other === 'number' ? one - other : compareTexts(String(one), String(other));
}

/** Ties are ordered by id in the same direction (SORT-1). */
export function comparePositions(one: Position, other: Position, { descending }: Sort): number {
  const order = compareKeys(one.key, other.key) || compareTexts(one.id, other.id);
  return descending ? -order : order;
}

export function positionOf(row: Row, { field }: Sort): Position {
  const key = row[field];
  return { key: typeof key === 'number' ? key : textOf(key), id: row.id };
}
