import type { ListQuery } from '@resource-catalogue/list-query';
import type { Definition } from '../define/definition.js';
import type { ZoneMap } from '../define/zone-map.js';
import { comparison, condition, type Values } from './conditions.js';

/**
 * Finds, by the zone map of a key, the zones in which all filters may match the same row; `[]` if the map excludes
 * none. Zones before the page are left out.
 */
export function zoneConditions(
  { zoneMap, filters: sources }: Definition,
  key: string,
  { filters, after, sort }: ListQuery,
  values: Values,
): string[] {
  if (zoneMap?.keys.includes(key) !== true) return [];
  const conditions = filters.flatMap((filter) => {
    const source = sources.get(filter.field);
    if (source?.on !== 'column') return [];
    if ('values' in filter) return zoneMap.values.includes(source.name) ? [condition(filter, source, values, 'd')] : [];
    if (filter.operator === 'eq' || !zoneMap.times.includes(source.name)) return [];
    const end = filter.operator === 'lt' || filter.operator === 'lte' ? 'least' : 'greatest';
    return [`d.${end}_${source.name} ${comparison[filter.operator]} ${values.add(filter.value)}`];
  });
  if (conditions.length > 0 && after && sort.field === key) {
    const last = values.add(after.key);
    conditions.push(sort.descending ? `d.begins <= ${last}` : `d.begins > ${last}::timestamptz - ${interval(zoneMap)}`);
  }
  return conditions;
}

export const interval = ({ length }: ZoneMap): string => `interval '${length}'`;
