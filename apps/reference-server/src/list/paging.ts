import type { Row } from '../json.js';
import type { ListQuery, Position } from '../query/list-query.js';
import { positionOf } from './order.js';

/** A page: its rows, and the position where the next one begins, null after the last (LIST-3). */
export interface Page {
  readonly rows: readonly Row[];
  readonly next: Position | null;
}

export type ReadPage = (rows: readonly Row[], query: ListQuery) => Page;

/** Filters, sorts and cuts (FILT-1, SORT-1, PAGE-4). */
export const readPage: ReadPage = (rows, { tests, sort, compare, after, limit }) => {
  const sorted = rows
    .filter((row) => tests.every(({ keeps }) => keeps(row)))
    .map((row) => ({ row, position: positionOf(row, sort) }))
    .sort((one, other) => compare(one.position, other.position));
  const remaining = after === null ? sorted : sorted.filter(({ position }) => compare(position, after) > 0);
  const page = remaining.slice(0, limit);
  return {
    rows: page.map(({ row }) => row),
    next: remaining.length > limit ? (page.at(-1)?.position ?? null) : null,
  };
};
