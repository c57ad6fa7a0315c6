import type { ListFilter, ListQuery, RangeListFilter } from '@resource-catalogue/list-query';
import type { Definition, FilterSource } from './definition.js';
import { idColumn } from './summary.js';

/** Collects the values of one statement and hands out their placeholders: no value ever becomes SQL text. */
export class Values {
  readonly list: (string | number)[] = [];

  add(value: string | number): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

const comparison = { lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;

export function filterConditions(definition: Definition, query: ListQuery, values: Values): string[] {
  return query.filters.map((filter) => {
    const source = definition.filters.get(filter.field);
    if (!source) throw new Error(`The definition of ${definition.name} has no filter ${filter.field}.`);
    return condition(filter, source, values);
  });
}

function condition(filter: ListFilter, source: FilterSource, values: Values): string {
  if (source.on === 'deletion') {
    // FILT-8: true gives deleted rows only, false live ones only.
    if (filter.operator === 'eq') return `t.soft_deleted_at IS ${filter.value ? 'NOT NULL' : 'NULL'}`;
    throw new Error(`The filter ${filter.field} takes eq only.`);
  }
  if (source.on === 'rows') {
    if (!('values' in filter)) throw new Error(`The filter ${filter.field} takes sets only.`);
    const exists = `EXISTS (${rowsWithOneOf(source.shown, placeholders(filter.values, values))})`;
    return filter.operator === 'in' ? exists : `NOT ${exists}`;
  }
  const column = `t.${source.name}`;
  if (filter.operator === 'eq') return `${column} IS ${filter.value ? 'TRUE' : 'FALSE'}`;
  if ('value' in filter) return `${column} ${comparison[filter.operator]} ${values.add(filter.value)}`;
  if (filter.operator === 'not_in' && source.values)
    return isOneOf(column, othersThan(filter.values, source.values), values);
  const list = placeholders(filter.values, values);
  // FILT-3: null is in no set, so not_in keeps it; SQL's NOT IN alone would lose it.
  return filter.operator === 'in' ? `${column} IN (${list})` : `(${column} NOT IN (${list}) OR ${column} IS NULL)`;
}

const othersThan = (some: readonly string[], all: readonly string[]): string[] =>
  all.filter((value) => !some.includes(value));

/** An index can look for the states that are left, but not for those that are not meant. */
const isOneOf = (column: string, list: readonly string[], values: Values): string =>
  list.length > 0 ? `${column} IN (${placeholders(list, values)})` : 'FALSE';

const placeholders = (list: readonly string[], values: Values): string =>
  list.map((value) => values.add(value)).join(', ');

function rowsWithOneOf(shown: Extract<FilterSource, { on: 'rows' }>['shown'], list: string): string {
  const [table, key] = shown.from === 'set' ? [shown.table, shown.key] : [shown.summary.table, idColumn(shown.summary)];
  const where = shown.from === 'reverse' ? whereSql('j', shown.where) : '';
  return `SELECT 1 FROM ${table} j WHERE j.${shown.owner} = t.id${where} AND j.${key} IN (${list})`;
}

/** Which of another table's rows are meant, said by a definition and so by no request. */
export function whereSql(alias: string, where: Readonly<Record<string, unknown>> = {}): string {
  return Object.entries(where)
    .map(([column, value]) => ` AND ${alias}.${column} = '${String(value)}'`)
    .join('');
}

/** PAGE-4: a row-value comparison, so that the index of (key, id) leads straight to the page at any depth. */
export function keysetCondition(query: ListQuery, values: Values): string[] {
  if (!query.after) return [];
  const { field, descending } = query.sort;
  const beyond = descending ? '<' : '>';
  return field === 'id'
    ? [`t.id ${beyond} ${values.add(query.after.id)}`]
    : [`(t.${field}, t.id) ${beyond} (${values.add(query.after.key)}, ${values.add(query.after.id)})`];
}

export function order(alias: 't' | 'f', query: ListQuery): string {
  // SORT-1: ties are broken by id in the same direction.
  const direction = query.sort.descending ? 'DESC' : 'ASC';
  return `${alias}.${query.sort.field} ${direction}, ${alias}.id ${direction}`;
}

/** Rows of a longer range may be so many that sorting them costs more than walking the sort's index. */
const longestRange = 32 * 24 * 60 * 60 * 1000;

/**
 * Whether the rows are better collected first and sorted then. A planner that sees LIMIT expects the rows of a range to be
 * spread evenly over the sort's index; those of one month in the past stand together at its far end, and the walk there
 * took 1,400 ms on a million bookings where collecting took 100 ms. An open range must never be collected.
 */
export function isMaterialised({ filters, sort }: ListQuery): boolean {
  const ranges = filters.filter((filter): filter is RangeListFilter => 'value' in filter && filter.operator !== 'eq');
  return ranges.some(({ field, operator, value }) => {
    if (field === sort.field || (operator !== 'gt' && operator !== 'gte')) return false;
    const ends = ranges.filter(
      (other) => other.field === field && (other.operator === 'lt' || other.operator === 'lte'),
    );
    return ends.some((end) => Date.parse(end.value) - Date.parse(value) <= longestRange);
  });
}
