import type { ListFilter } from '@resource-catalogue/list-query';
import type { Definition, FilterSource } from '../define/definition.js';
import { idColumn } from '../define/summary.js';

/** Collects the values of a statement and returns their placeholders: values never become SQL text. */
export class Values {
  readonly list: (string | number)[] = [];

  add(value: string | number): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

export const comparison = { lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;

export const where = (conditions: readonly string[]): string =>
  conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '';

/** Conditions on rows `t`. With `inOrder`, PostgreSQL tests each row in place, and the order of the rows is kept. */
export function filterConditions(
  definition: Definition,
  filters: readonly ListFilter[],
  values: Values,
  inOrder = false,
): string[] {
  return filters.map((filter) => condition(filter, sourceOf(definition, filter), values, 't', inOrder));
}

/**
 * The conditions of the filters of one field, one for each index range that contains the matching rows. Empty if no
 * index narrows them down.
 */
export function indexRanges(definition: Definition, filters: readonly ListFilter[], values: Values): string[] {
  const [filter] = filters;
  if (filter?.operator === 'not_in') {
    const source = sourceOf(definition, filter);
    if (source.on !== 'column') return [];
    // not_in keeps nearly all rows, unless the column has few values outside the set.
    if (source.hasIds && source.name !== 'id') return gaps(filter.values, source.name, values);
    if (!source.values) return [];
  }
  return [filterConditions(definition, filters, values).join(' AND ')];
}

/** Conditions on rows `t`, in a form that an index supports where possible. */
export const findingConditions = (definition: Definition, filters: readonly ListFilter[], values: Values): string[] =>
  filters.flatMap((filter) => {
    const ranges = indexRanges(definition, [filter], values);
    return ranges.length > 0 ? `(${ranges.join(' OR ')})` : filterConditions(definition, [filter], values);
  });

/** The gaps between excluded values, in order. */
function gaps(excluded: readonly string[], name: string, values: Values): string[] {
  const ends = excluded.map((value) => values.add(value));
  const after = ends.map((end, index) => {
    const next = ends[index + 1];
    return `t.${name} > ${end}${next === undefined ? '' : ` AND t.${name} < ${next}`}`;
  });
  return [`t.${name} < ${ends[0] ?? ''}`, ...after];
}

/** The column of the row that the filter tests, if there is one. */
export function columnOf(definition: Definition, filter: ListFilter): string | undefined {
  const source = sourceOf(definition, filter);
  return source.on === 'column' || source.on === 'target' ? source.name : undefined;
}

/** Whether all rows that a set keeps have the same value in its column. */
export function keepsOneValue(definition: Definition, filter: ListFilter): boolean {
  const source = sourceOf(definition, filter);
  if (source.on !== 'column' || !('values' in filter)) return false;
  const kept = filter.operator === 'in' ? filter.values : source.values && othersThan(filter.values, source.values);
  return kept?.length === 1;
}

function sourceOf(definition: Definition, { field }: ListFilter): FilterSource {
  const source = definition.filters.get(field);
  if (!source) throw new Error(`The definition of ${definition.name} has no filter ${field}.`);
  return source;
}

/** The condition of one filter on the rows of an alias. */
export function condition(
  filter: ListFilter,
  source: FilterSource,
  values: Values,
  alias: string,
  inOrder = false,
): string {
  if (source.on === 'deletion') {
    // FILT-8: true gives deleted rows only, false live ones only.
    if (filter.operator === 'eq') return `t.soft_deleted_at IS ${filter.value ? 'NOT NULL' : 'NULL'}`;
    throw new Error(`The filter ${filter.field} takes eq only.`);
  }
  if (source.on === 'rows') {
    if (!('values' in filter)) throw new Error(`The filter ${filter.field} takes sets only.`);
    const rows = rowsIn(source.shown, placeholders(filter.values, values));
    // OFFSET keeps the planner from turning EXISTS into a join, which might change the order.
    const exists = `EXISTS (${rows}${inOrder ? ' OFFSET 0' : ''})`;
    return filter.operator === 'in' ? exists : `NOT ${exists}`;
  }
  const column = `${alias}.${source.name}`;
  if (source.on === 'target') {
    if (!('values' in filter)) throw new Error(`The filter ${filter.field} takes sets only.`);
    const rows = `SELECT id FROM ${source.table} WHERE ${source.column} IN (${placeholders(filter.values, values)})`;
    // An array is built once and then looked up in the column's index; the planner would turn a subquery into a join.
    if (filter.operator === 'in') return `${column} = ANY (ARRAY(${rows}))`;
    // The planner hashes the rows of NOT IN; it would compare each row of the table with all items of an array.
    return `(${column} NOT IN (${rows}) OR ${column} IS NULL)`;
  }
  if (filter.operator === 'eq') return `${column} IS ${filter.value ? 'TRUE' : 'FALSE'}`;
  if ('value' in filter) return `${column} ${comparison[filter.operator]} ${values.add(filter.value)}`;
  if (filter.operator === 'not_in' && source.values)
    return isIn(column, othersThan(filter.values, source.values), values);
  const list = placeholders(filter.values, values);
  // FILT-3: null is in no set, so not_in keeps it; SQL's NOT IN alone would lose it.
  return filter.operator === 'in' ? `${column} IN (${list})` : `(${column} NOT IN (${list}) OR ${column} IS NULL)`;
}

const othersThan = (excluded: readonly string[], all: readonly string[]): string[] =>
  all.filter((value) => !excluded.includes(value));

/** An index supports IN but not NOT IN, so the condition lists the remaining values. */
const isIn = (column: string, list: readonly string[], values: Values): string =>
  list.length > 0 ? `${column} IN (${placeholders(list, values)})` : 'FALSE';

const placeholders = (list: readonly string[], values: Values): string =>
  list.map((value) => values.add(value)).join(', ');

function rowsIn(shown: Extract<FilterSource, { on: 'rows' }>['shown'], list: string): string {
  const [table, key] = shown.from === 'set' ? [shown.table, shown.key] : [shown.summary.table, idColumn(shown.summary)];
  const where = shown.from === 'reverse' ? whereSql('j', shown.where) : '';
  return `SELECT 1 FROM ${table} j WHERE j.${shown.owner} = t.id${where} AND j.${key} IN (${list})`;
}

/** A condition on rows of another table. Its values come from a definition, never from a request. */
export function whereSql(alias: string, where: Readonly<Record<string, unknown>> = {}): string {
  return Object.entries(where)
    .map(([column, value]) => ` AND ${alias}.${column} = '${String(value)}'`)
    .join('');
}
