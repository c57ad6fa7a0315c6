import {
  type AnyCollectionContract,
  fieldTable,
  type Operator,
  type rangeOperators,
} from '@resource-catalogue/contracts';
import type { Row } from '../snapshot/row.js';
import { textOf, valuesAt } from '../json.js';

/** One filter of a query: what it means, not how it is written. */
export interface Condition {
  readonly field: string;
  readonly operator: Operator;
  /** The set; a range or a boolean has one. Times are instants with milliseconds. */
  readonly values: readonly string[];
}

/** A list's question: what it means. Without conditions it asks for all rows, without a sort for the default order. */
export interface Question {
  readonly conditions?: readonly Condition[];
  readonly sort?: string | null;
}

/** What a question asks for, as a person reads it. */
export function described({ conditions = [], sort = null }: Question): string {
  const kept = conditions.map(({ field, operator, values }) => `${field} ${operator} ${values.join(', ')}`);
  const rows = kept.length === 0 ? 'all rows' : `exactly the rows with ${kept.join(' and ')}`;
  return `${rows}, ${sort === null ? 'in the default order' : `ordered by ${sort}, then id`}`;
}

/**
 * What a filter reads in a row. The names follow one rule: a filter reads the key of its name, `space_id` the `space` or,
 * of several, the `spaces`, and `soft_deleted` the time of the deletion.
 */
export function filterPath(contract: AnyCollectionContract, field: string): string {
  const keys = fieldTable(contract.resource);
  if (keys.has(field)) return field;
  if (field === 'soft_deleted') return 'soft_deleted_at';
  const name = field.replace(/_id$/, '');
  if (keys.has(name)) return `${name}.id`;
  if (keys.has(`${name}s`)) return `${name}s[].id`;
  throw new Error(`No key of ${contract.name} shows what the filter ${field} reads.`);
}

const readings = new WeakMap<Row, Map<string, readonly string[]>>();

/** The values that a filter reads in a row, as texts. Rows do not change: each is read once. */
export function filteredValues(contract: AnyCollectionContract, row: Row, field: string): readonly string[] {
  const values = readings.get(row) ?? new Map<string, readonly string[]>();
  readings.set(row, values);
  const known = values.get(field);
  if (known) return known;
  const read = valuesAt(row, filterPath(contract, field)).map(textOf);
  values.set(field, read);
  return read;
}

/** FILT-1 to FILT-8 over one row: a null is in no set and in no range, and of several values one is enough. */
export function meets(contract: AnyCollectionContract, row: Row, { field, operator, values }: Condition): boolean {
  const found = filteredValues(contract, row, field);
  if (operator === 'eq') return String(found.length > 0) === values[0];
  if (operator === 'in') return found.some((value) => values.includes(value));
  if (operator === 'not_in') return !found.some((value) => values.includes(value));
  const bound = Date.parse(values[0] ?? '');
  return found.some((value) => comparisons[operator](Date.parse(value), bound));
}

const comparisons: Readonly<Record<(typeof rangeOperators)[number], (time: number, bound: number) => boolean>> = {
  lt: (time, bound) => time < bound,
  lte: (time, bound) => time <= bound,
  gt: (time, bound) => time > bound,
  gte: (time, bound) => time >= bound,
};
