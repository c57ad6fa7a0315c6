import type { rangeOperators, setOperators } from '@resource-catalogue/contracts';
import { toTime } from '../dataset/clock.js';
import { readId, isList, isObject, type JsonObject, type JsonValue, type Row } from '../json.js';

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
    return typeof value === 'string' && comparisons[operator](toTime(value), bound);
  };

export const keepsFlag =
  (wanted: boolean): Keeps =>
  (row) =>
    isDeleted(row) === wanted;

export const isDeleted = (row: JsonObject): boolean => (row['soft_deleted_at'] ?? null) !== null;
