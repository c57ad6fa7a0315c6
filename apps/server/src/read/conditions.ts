import type { ListFilter, ListQuery } from '@resource-catalogue/list-query';
import { type Definition, type FilterSource, isFilterSource } from './definition.js';
import { entriesOf } from './entries.js';

/** Collects the values of one statement and hands out their placeholders: no value ever becomes SQL text. */
export class Values {
  readonly list: (string | number)[] = [];

  add(value: string | number): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

const everyFilter = new Map<string, FilterSource>([
  ['id', { on: 'column' }],
  ['created_at', { on: 'column' }],
  ['updated_at', { on: 'column' }],
]);

const comparison = { lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;

export function filterConditions(definition: Definition, query: ListQuery, values: Values): string[] {
  const sources = new Map([...everyFilter, ...entriesOf(definition.filters, isFilterSource)]);
  return query.filters.map((filter) => {
    const source = sources.get(filter.field);
    if (!source) throw new Error(`The definition of ${definition.contract.name} has no filter ${filter.field}.`);
    return condition(filter, source, values);
  });
}

function condition(filter: ListFilter, source: FilterSource, values: Values): string {
  if (filter.operator === 'eq') {
    // FILT-8: true gives deleted rows only, false live ones only.
    if (source.on === 'deletion') return `t.soft_deleted_at IS ${filter.value ? 'NOT NULL' : 'NULL'}`;
    throw new Error(`The filter ${filter.field} takes eq, and its source is no deletion.`);
  }
  if (source.on === 'deletion') throw new Error(`The filter ${filter.field} takes eq only.`);
  if ('value' in filter) {
    if (source.on === 'through') throw new Error(`The filter ${filter.field} compares, so it needs a column.`);
    return `t.${source.name ?? filter.field} ${comparison[filter.operator]} ${values.add(filter.value)}`;
  }
  const list = filter.values.map((value) => values.add(value)).join(', ');
  if (source.on === 'through') {
    const exists = `EXISTS (SELECT 1 FROM ${source.table} j WHERE j.${source.owner} = t.id AND j.${source.key} IN (${list}))`;
    return filter.operator === 'in' ? exists : `NOT ${exists}`;
  }
  const name = `t.${source.name ?? filter.field}`;
  // FILT-3: null is in no set, so not_in keeps it; SQL's NOT IN alone would lose it.
  return filter.operator === 'in' ? `${name} IN (${list})` : `(${name} NOT IN (${list}) OR ${name} IS NULL)`;
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
