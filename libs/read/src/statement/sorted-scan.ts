import type { ListFilter, ListQuery } from '@resource-catalogue/list-query';
import type { Definition } from '../define/definition.js';
import { filterConditions, type Values, where } from './conditions.js';
import { keysetCondition, order, type Zone } from './keyset.js';
import { interval, zoneConditions } from './zone-conditions.js';

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
  const rows = (bounds: readonly string[], zone?: Zone) => {
    const all = [...bounds, ...conditions, ...keysetCondition(query, values, zone)];
    return `SELECT t.* FROM ${definition.name} t${where(all)} ORDER BY ${order(query)}`;
  };
  const zones = zoneConditions(definition, key, query, values);
  if (zones.length === 0 || !zoneMap) return rows([]);
  const zone = { begins: 'd.begins', ends: `d.begins + ${interval(zoneMap)}` };
  const inZone = rows([`t.${key} >= ${zone.begins}`, `t.${key} < ${zone.ends}`], zone);
  const direction = query.sort.descending ? 'DESC' : 'ASC';
  return (
    `SELECT t.* FROM (SELECT d.begins FROM ${zoneMap.table} d WHERE d.key = '${key}' AND ${zones.join(' AND ')} ` +
    `GROUP BY d.begins ORDER BY d.begins ${direction}) d CROSS JOIN LATERAL (${inZone} OFFSET 0) t`
  );
}
