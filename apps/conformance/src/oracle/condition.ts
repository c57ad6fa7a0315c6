import {
  type AnyCollectionContract,
  filteredField,
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

/** What a filter reads in a row, as a path: `space_id` is `space.id`, or `spaces[].id` where there are several. */
export function filterPath({ name, resource }: AnyCollectionContract, filter: string): string {
  const field = filteredField(resource, filter);
  if (!field) throw new Error(`No field of ${name} shows what the filter ${filter} reads.`);
  if (!field.dto) return field.name;
  return field.kind === 'array' ? `${field.name}[].id` : `${field.name}.id`;
}

type Reading = WeakMap<Row, readonly string[]>;

const readings = new WeakMap<AnyCollectionContract, Map<string, Reading>>();

/** How the values that a filter reads in a row are read, as texts. Rows do not change: each is read once. */
function reader(contract: AnyCollectionContract, field: string): (row: Row) => readonly string[] {
  const fields = readings.get(contract) ?? new Map<string, Reading>();
  readings.set(contract, fields);
  const reading: Reading = fields.get(field) ?? new WeakMap();
  fields.set(field, reading);
  return (row) => {
    const known = reading.get(row);
    if (known) return known;
    const read = valuesAt(row, filterPath(contract, field)).map(textOf);
    reading.set(row, read);
    return read;
  };
}

/** The values that a filter reads in a row, as texts. */
export function filteredValues(contract: AnyCollectionContract, row: Row, field: string): readonly string[] {
  return reader(contract, field)(row);
}

/** FILT-1 to FILT-8 over rows: a null is in no set and in no range, and of several values one is enough. */
export function matcher(
  contract: AnyCollectionContract,
  { field, operator, values }: Condition,
): (row: Row) => boolean {
  const found = reader(contract, field);
  if (operator === 'eq') return (row) => String(found(row).length > 0) === values[0];
  if (operator === 'in' || operator === 'not_in') {
    const asked = new Set(values);
    return (row) => found(row).some((value) => asked.has(value)) === (operator === 'in');
  }
  const holds = comparisons[operator];
  const bound = Date.parse(values[0] ?? '');
  return (row) => found(row).some((value) => holds(Date.parse(value), bound));
}

const comparisons: Readonly<Record<(typeof rangeOperators)[number], (time: number, bound: number) => boolean>> = {
  lt: (time, bound) => time < bound,
  lte: (time, bound) => time <= bound,
  gt: (time, bound) => time > bound,
  gte: (time, bound) => time >= bound,
};
