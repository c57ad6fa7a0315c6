import type { ListFilter, ListQuery } from '@resource-catalogue/list-query';
import type { Definition } from '../define/definition.js';
import type { ZoneMap } from '../define/zone-map.js';
import { comparison, condition, filterConditions, type Values, where } from './conditions.js';
import { keysetCondition, order } from './keyset.js';

/**
 * The rows after the cursor in the order of the list, within some filters. Where the zone map excludes any zone, they
 * are read zone by zone: a nested loop keeps the order of its outer side, and no other join is possible, because each
 * zone selects its own rows.
 */
export function sortedScan(
  definition: Definition,
  query: ListQuery,
  inside: readonly ListFilter[],
  values: Values,
): string {
  const { zoneMap } = definition;
  const key = query.sort.field;
  const conditions = filterConditions(definition, inside, values);
  const rows = (bounds: readonly string[], boundOf?: (key: string) => string) => {
    const all = [...bounds, ...conditions, ...keysetCondition(query, values, boundOf)];
    return `SELECT t.* FROM ${definition.name} t${where(all)} ORDER BY ${order(query)}`;
  };
  const zones = zoneMap?.keys.includes(key) ? zoneConditions(definition, zoneMap, query, values) : [];
  if (!zoneMap || zones.length === 0) return rows([]);
  const ends = `d.begins + interval '${zoneMap.length}'`;
  // PostgreSQL would begin the scan of every zone at the cursor, so zones beyond it get their own bound. In ascending
  // order, it is a microsecond (PostgreSQL's smallest step) before the zone, so that no id excludes rows of the zone.
  const [direction, boundOf] = query.sort.descending
    ? ['DESC', (cursor: string) => `least(${cursor}, ${ends})`]
    : ['ASC', (cursor: string) => `greatest(${cursor}, d.begins - interval '1 microsecond')`];
  const inZone = rows([`t.${key} >= d.begins`, `t.${key} < ${ends}`], boundOf);
  return (
    `SELECT t.* FROM (SELECT d.begins FROM ${zoneMap.table} d WHERE d.key = '${key}' AND ${zones.join(' AND ')} ` +
    `GROUP BY d.begins ORDER BY d.begins ${direction}) d CROSS JOIN LATERAL (${inZone} OFFSET 0) t`
  );
}

/** Finds the zones from the cursor in which all filters may match the same row; `[]` if the map excludes none. */
function zoneConditions(
  { filters: sources }: Definition,
  { length, times, values: enumerations }: ZoneMap,
  { filters, after, sort }: ListQuery,
  values: Values,
): string[] {
  const conditions = filters.flatMap((filter) => {
    const source = sources.get(filter.field);
    if (source?.on !== 'column') return [];
    if ('values' in filter) return enumerations.includes(source.name) ? [condition(filter, source, values, 'd')] : [];
    if (filter.operator === 'eq' || !times.includes(source.name)) return [];
    const end = filter.operator === 'lt' || filter.operator === 'lte' ? 'least' : 'greatest';
    return [`d.${end}_${source.name} ${comparison[filter.operator]} ${values.add(filter.value)}`];
  });
  if (conditions.length > 0 && after) {
    const last = values.add(after.key);
    conditions.push(sort.descending ? `d.begins <= ${last}` : `d.begins > ${last}::timestamptz - interval '${length}'`);
  }
  return conditions;
}
