import {
  type AnyCollectionContract,
  filteredFields,
  filterTable,
  type Operator,
  type rangeOperators,
} from '@resource-catalogue/contracts';
import { memoize } from './memoize.js';
import { type Scale, scaleOf } from './scale.js';
import { readId, readIds, type Json, type Row, toText, valuesAt } from './json.js';

export interface Condition {
  readonly field: string;
  readonly operator: Operator;
  /**
   * The values of a set, or the single value of a range or boolean. A time is an instant with milliseconds, or a
   * date, which means its midnight; an integer is written in digits.
   */
  readonly values: readonly string[];
}

/** The meaning of a list request. Without conditions it selects all rows; without a sort it uses the default order. */
export interface Question {
  readonly conditions?: readonly Condition[];
  readonly sort?: string | null;
}

export function describeQuestion({ conditions = [], sort = null }: Question): string {
  const kept = conditions.map(({ field, operator, values }) => `${field} ${operator} ${values.join(', ')}`);
  const rows = kept.length === 0 ? 'all rows' : `exactly the rows with ${kept.join(' and ')}`;
  return `${rows}, ${sort === null ? 'in the default order' : `ordered by ${sort}, then id`}`;
}

export function expectedRows(
  { contract, rows }: { readonly contract: AnyCollectionContract; readonly rows: readonly Row[] },
  { conditions = [], sort = null }: Question = {},
): Row[] {
  const matchers = conditions.map((condition) => makeMatcher(contract, condition));
  return sortRows(rows, sort ?? contract.defaultSort).filter((row) => matchers.every((matches) => matches(row)));
}

/** Returns the path of the row field that a filter reads: `space_id` is `space.id`, or `spaces[].id` for several. */
export function filterPath({ name, resource }: AnyCollectionContract, filter: string): string {
  const fields = filteredFields(resource, filter);
  const last = fields.at(-1);
  if (!last) throw new Error(`The filter ${filter} of ${name} does not match a field of the resource.`);
  const path = fields.map((field) => (field.kind === 'array' ? `${field.name}[]` : field.name));
  return [...path, ...(last.dto ? ['id'] : [])].join('.');
}

/** The values of a row that a filter compares, and their numbers if it takes ranges. */
interface Reader {
  readonly texts: (row: Row) => readonly string[];
  readonly numbers: (row: Row) => readonly number[];
  readonly scale: Scale | null;
}

const readers = new WeakMap<AnyCollectionContract, Map<string, Reader>>();

/** Reads each row once, because a run compares the same rows with thousands of questions. */
function readOnce<Value>(read: (row: Row) => readonly Value[]): (row: Row) => readonly Value[] {
  const known = new WeakMap<Row, readonly Value[]>();
  return (row) => {
    const values = known.get(row) ?? read(row);
    known.set(row, values);
    return values;
  };
}

const readerOf = (contract: AnyCollectionContract, field: string): Reader =>
  memoize(readers, contract, field, () => {
    const path = filterPath(contract, field);
    const kind = filterTable(contract.filters).get(field)?.kind;
    const scale = kind === undefined ? null : scaleOf(kind);
    const texts = readOnce((row) => valuesAt(row, path).map(toText));
    return { texts, scale, numbers: readOnce((row) => (scale ? texts(row).map((text) => scale.read(text)) : [])) };
  });

export const filteredValues = (contract: AnyCollectionContract, row: Row, field: string): readonly string[] =>
  readerOf(contract, field).texts(row);

/**
 * Matches rows as FILT-1 to FILT-8 define: null is in no set and no range, and one matching value of several is
 * enough.
 */
export function makeMatcher(
  contract: AnyCollectionContract,
  { field, operator, values }: Condition,
): (row: Row) => boolean {
  const { texts: found, numbers, scale } = readerOf(contract, field);
  if (operator === 'eq') return (row) => String(found(row).length > 0) === values[0];
  if (operator === 'in' || operator === 'not_in') {
    const requested = new Set(values);
    return (row) => found(row).some((value) => requested.has(value)) === (operator === 'in');
  }
  const holds = comparisons[operator];
  const bound = scale?.read(values[0] ?? '') ?? Number.NaN;
  return (row) => numbers(row).some((value) => holds(value, bound));
}

const comparisons: Readonly<Record<(typeof rangeOperators)[number], (value: number, bound: number) => boolean>> = {
  lt: (value, bound) => value < bound,
  lte: (value, bound) => value <= bound,
  gt: (value, bound) => value > bound,
  gte: (value, bound) => value >= bound,
};

/** Compares by code point (SORT-1): UTF-8 has that order beyond the first plane, UTF-16 does not. */
function byCodePoint(one: string, other: string): number {
  if (one === other) return 0;
  const isBeyond = /[\ud800-\udfff]/;
  if (isBeyond.test(one) || isBeyond.test(other)) return Buffer.compare(Buffer.from(one), Buffer.from(other));
  return one < other ? -1 : 1;
}

function byValue(one: Json | undefined, other: Json | undefined): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return byCodePoint(typeof one === 'string' ? one : '', typeof other === 'string' ? other : '');
}

const orders = new WeakMap<readonly Row[], Map<string, readonly Row[]>>();

/** Sorts rows as a list with this sort does, with ties by id in the same direction (SORT-1, SORT-2). */
export function sortRows(rows: readonly Row[], sort: string): readonly Row[] {
  const direction = sort.startsWith('-') ? -1 : 1;
  const field = sort.replace(/^-/, '');
  return memoize(orders, rows, sort, () =>
    [...rows].sort((a, b) => direction * (byValue(a[field], b[field]) || byCodePoint(readId(a), readId(b)))),
  );
}

export function conditionQuery({ field, operator, values }: Condition): string {
  const name = `filters[${field}][${operator}]`;
  const encoded = values.map((value) => encodeURIComponent(value));
  // Under brackets a comma is part of a value (FILT-2).
  if (values.some((value) => value.includes(','))) return encoded.map((value) => `${name}[]=${value}`).join('&');
  return `${name}=${encoded.join(',')}`;
}

export function questionQuery({ conditions = [], sort = null }: Question, ...more: readonly string[]): string {
  const filters = conditions.map((condition) => conditionQuery(condition));
  return [...filters, sort === null ? '' : `sort=${sort}`, ...more].filter((part) => part !== '').join('&');
}

/** Builds the filter that selects only these rows, which makes a universe small enough for exhaustive requests. */
export const idFilter = (rows: readonly Row[]): string => `filters[id][in]=${readIds(rows).join(',')}`;
