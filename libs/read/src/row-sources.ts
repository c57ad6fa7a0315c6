import type { ListFilter, ListQuery } from '@resource-catalogue/list-query';
import {
  canBeFound,
  filterConditions,
  interval,
  keysetCondition,
  order,
  Values,
  zoneConditions,
} from './conditions.js';
import type { Definition } from './definition.js';

/** A statement for rows that an index leads to: all rows of a list, and perhaps others. */
export interface RowSource {
  /** Sources with equal names have the same rows. */
  readonly name: unknown;
  sql(values: Values): string;
  /** The order in which to count: a planner that sees LIMIT assumes that enough rows are anywhere. */
  readonly order: string;
}

/** The filters of each field, both ends of a range together. */
export function sourcesByFilter(definition: Definition, { filters }: ListQuery): RowSource[] {
  const groups = new Map<string, ListFilter[]>();
  for (const filter of filters) {
    const name = 'values' in filter ? `${filter.field} ${filter.operator}` : filter.field;
    groups.set(name, [...(groups.get(name) ?? []), filter]);
  }
  return [...groups.values()]
    .filter((group) => canBeFound(definition, group))
    .map((group) => ({
      name: group,
      sql: (values) => selectFrom(definition, filterConditions(definition, group, values, 'find')),
      order: orderOfIndex(definition, group),
    }));
}

/**
 * The order of the index that finds the column; a column filtered by a single value does not contribute to the order.
 */
function orderOfIndex({ filters }: Definition, [filter]: readonly ListFilter[]): string {
  const source = filter && filters.get(filter.field);
  if (!filter || (source?.on !== 'column' && source?.on !== 'target')) return '';
  return ` ORDER BY t.${source.name}${'values' in filter && filter.field !== 'id' ? ', t.created_at' : ''}`;
}

/** The zones of each key in which all filters may match a row. */
export function sourcesByZone(definition: Definition, query: ListQuery): RowSource[] {
  const keys = definition.zoneMap?.keys ?? [];
  const limited = keys.filter(
    (key) => zoneConditions(definition, key, { ...query, after: null }, new Values()).length > 0,
  );
  return limited.map((key) => ({
    name: [key, query.filters, query.after],
    sql: (values) => {
      const own = query.filters.filter(({ field }) => field === key);
      return rowsByZone(definition, key, query, values, filterConditions(definition, own, values));
    },
    order: '',
  }));
}

/** The rows in the order of the list, by the index of its sort or one that begins with the column of a filter. */
export function sortedRows(
  definition: Definition,
  query: ListQuery,
  inside: readonly ListFilter[],
  values: Values,
): string {
  const conditions = [...filterConditions(definition, inside, values), ...keysetCondition(query, values)];
  return rowsByZone(definition, query.sort.field, query, values, conditions, ` ORDER BY ${order(query)}`);
}

/**
 * Zone by zone, where the zone map excludes any. A nested loop keeps the order of its outer side, and no other join
 * is possible, because each zone selects its own rows.
 */
function rowsByZone(
  definition: Definition,
  key: string,
  query: ListQuery,
  values: Values,
  conditions: readonly string[],
  sorted = '',
): string {
  const { zoneMap } = definition;
  const zones = zoneConditions(definition, key, query, values);
  if (zones.length === 0 || !zoneMap) return `${selectFrom(definition, conditions)}${sorted}`;
  const direction = query.sort.descending ? 'DESC' : 'ASC';
  const inZone = [`t.${key} >= d.begins`, `t.${key} < d.begins + ${interval(zoneMap)}`, ...conditions];
  return (
    `SELECT t.* FROM (SELECT d.begins FROM ${zoneMap.table} d WHERE d.key = '${key}' AND ${zones.join(' AND ')} ` +
    `GROUP BY d.begins ORDER BY d.begins ${direction}) d CROSS JOIN LATERAL (${selectFrom(definition, inZone)}${sorted} OFFSET 0) t`
  );
}

function selectFrom({ name }: Definition, conditions: readonly string[]): string {
  return `SELECT t.* FROM ${name} t${conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : ''}`;
}
