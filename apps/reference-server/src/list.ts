import type { rangeOperators, setOperators } from '@resource-catalogue/contracts';
import { isList, isObject, type JsonObject, type JsonValue, readId, type Row, toText } from './json.js';
import type { ListQuery, Position, Sort } from './query/list-query.js';

// Filters.

type Keeps = (row: Row) => boolean;

/** Null is in no set (FILT-3); for several values `in` needs one match, `not_in` none (FILT-4). */
export const keepsSet =
  (field: string, operator: (typeof setOperators)[number], values: readonly string[]): Keeps =>
  (row) =>
    valuesAt(row, field).some((value) => values.includes(value)) === (operator === 'in');

/** The values that a set filter tests: none for null, several for a many-to-many field (FILT-4). */
export function valuesAt(row: JsonObject, field: string): string[] {
  const own = row[field];
  if (typeof own === 'string') return [own];
  const key = field.replace(/_id$/, '');
  const many = row[`${key}s`];
  const references = isList(many) && !(key in row) ? many : [row[key] ?? inSummary(row, key)];
  return references.flatMap((reference) => readId(reference) ?? []);
}

/** The machine of a machine unit, or the place of a place unit. */
function inSummary(row: JsonObject, key: string): JsonValue {
  const summary = row[`${key}_unit`] ?? null;
  return isObject(summary) ? (summary[key] ?? null) : null;
}

type RangeOperator = (typeof rangeOperators)[number];

const comparisons: Readonly<Record<RangeOperator, (value: number, bound: number) => boolean>> = {
  lt: (value, bound) => value < bound,
  lte: (value, bound) => value <= bound,
  gt: (value, bound) => value > bound,
  gte: (value, bound) => value >= bound,
};

/** A range never matches null (FILT-3). */
export const keepsRange =
  (field: string, operator: RangeOperator, bound: number): Keeps =>
  (row) => {
    const value = row[field];
    if (typeof value === 'number') return comparisons[operator](value, bound);
    return typeof value === 'string' && comparisons[operator](Date.parse(value), bound);
  };

export const keepsFlag =
  (wanted: boolean): Keeps =>
  (row) =>
    isDeleted(row) === wanted;

export const isDeleted = (row: JsonObject): boolean => (row['soft_deleted_at'] ?? null) !== null;

// Order.

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

// Pages.

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
