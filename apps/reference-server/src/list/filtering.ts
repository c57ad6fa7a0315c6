import type { AnyCollectionContract, FilterField } from '@resource-catalogue/contracts';
import type { Behaviour } from '../behaviour.js';
import { readId, isList, isObject, type JsonObject, type JsonValue, type Row } from '../json.js';
import type { RangeTest, SetTest, Test } from '../query/list-query.js';
import { toTime } from '../dataset/clock.js';

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

/** Null is in no set (FILT-3); for several values `in` needs one match, `not_in` none (FILT-4). */
export function setKeeps({ operator, values }: SetTest, actual: readonly string[]): boolean {
  const meets = actual.some((value) => values.includes(value));
  return operator === 'in' ? meets : !meets;
}

/** A range never matches null (FILT-3). */
export const rangeKeeps = ({ operator, bound }: RangeTest, value: number | null): boolean =>
  value !== null && comparisons[operator](value, bound);

const comparisons: Readonly<Record<RangeTest['operator'], (value: number, bound: number) => boolean>> = {
  lt: (value, bound) => value < bound,
  lte: (value, bound) => value <= bound,
  gt: (value, bound) => value > bound,
  gte: (value, bound) => value >= bound,
};

export function timeAt(row: JsonObject, field: string): number | null {
  const instant = row[field];
  return typeof instant === 'string' ? toTime(instant) : null;
}

export function integerAt(row: JsonObject, field: string): number | null {
  const value = row[field];
  return typeof value === 'number' ? value : null;
}

export const isDeleted = (row: JsonObject): boolean => row['soft_deleted_at'] !== null;

export function keeps(
  row: Row,
  tests: readonly Test[],
  contract: AnyCollectionContract,
  behaviour: Behaviour,
): boolean {
  const answers = tests.map((test) => {
    const { field } = test.filter;
    switch (test.kind) {
      case 'set':
        return behaviour.setKeeps(test, behaviour.valuesAt(row, field, contract), row, contract);
      case 'range':
        return behaviour.rangeKeeps(test, comparedAt(row, test.filter, contract, behaviour), contract);
      case 'flag':
        return behaviour.flagKeeps(test.wanted, row, contract);
    }
  });
  return behaviour.joined(answers, tests);
}

/** What a range compares; null if the row has no value. */
function comparedAt(
  row: Row,
  { field, kind }: FilterField,
  contract: AnyCollectionContract,
  behaviour: Behaviour,
): number | null {
  switch (kind) {
    case 'datetime':
      return behaviour.timeAt(row, field, contract);
    case 'integer':
      return behaviour.integerAt(row, field, contract);
    case 'uuid':
    case 'text':
    case 'enum':
    case 'boolean':
      throw new Error(`The filter ${field} has no ranges.`);
  }
}
