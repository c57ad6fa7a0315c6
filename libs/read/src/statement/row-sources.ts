import type { ListFilter, ListQuery } from '@resource-catalogue/list-query';
import { canBeFound, countedRanges, filterConditions, keepsGaps, Values } from './conditions.js';
import { keysetCondition, order, type Zone } from './keyset.js';
import { interval, zoneConditions } from './zone-conditions.js';
import type { Definition } from '../define/definition.js';

/** Entries of an index that are read in the time of one row of the table. */
export const entriesPerRow = 5;

/** A statement for rows that indexes lead to: all rows of a list, and perhaps others. */
export interface FoundRows {
  sql(values: Values): string;
  /** The filters that the statement applies. */
  readonly applied: readonly ListFilter[];
  /** Whether indexes alone give the ids, so that rows are read for other filters only. */
  readonly isJoined?: boolean;
}

/** Rows that one index leads to, by the filters on its columns. */
export interface RowSource extends FoundRows {
  /** Sources with equal names have the same rows. */
  readonly name: unknown;
  /** Their number, up to one more than `max`, or an estimate. */
  count(values: Values, max: number): string;
  /** Whether the index has the columns of all filters and the sort key. */
  readonly isCovered: boolean;
  /** Whether the index has the sort key, but another order: its entries can be sorted before rows are read. */
  readonly isSortable: boolean;
}

/** Rows that the filters of one field lead to. */
export interface FilteredRows extends RowSource {
  readonly group: readonly ListFilter[];
}

/** Rows by the index of a key, in some of its zones. */
export interface ZoneRows extends RowSource {
  readonly key: string;
}

/** The filters whose columns are in the index that begins with these columns; null if it lacks the sort key. */
type Cover = (columns: string) => readonly ListFilter[] | null;

/** The filters of each field, both ends of a range together. */
export function sourcesByFilter(definition: Definition, query: ListQuery, cover: Cover): FilteredRows[] {
  const groups = new Map<string, ListFilter[]>();
  for (const filter of query.filters) {
    const name = 'values' in filter ? `${filter.field} ${filter.operator}` : filter.field;
    groups.set(name, [...(groups.get(name) ?? []), filter]);
  }
  return [...groups.values()]
    .filter((group) => canBeFound(definition, group))
    .map((group) => {
      const columns = sortingColumns(definition, group);
      // A planner that sees LIMIT assumes that enough rows are anywhere, unless they are in the order of the index.
      const inOrder = columns.length > 0 ? ` ORDER BY ${columns.map((column) => `t.${column}`).join(', ')}` : '';
      // Gaps between the values of a set are found by bitmaps, which lead to rows.
      const covered = keepsGaps(definition, group) ? null : cover([...columns, 'id'].join(' '));
      const covering = coverage(query, group, columns[0], covered);
      return {
        name: group,
        group,
        ...covering,
        sql: (values) => foundBy(definition, covering.applied, values),
        count: (values, max) => {
          const ranges = countedRanges(definition, group, values).map(
            (range) => `(SELECT t.id FROM ${definition.name} t WHERE ${range}${inOrder})`,
          );
          return `SELECT count(*) FROM (${ranges.join(' UNION ALL ')} LIMIT ${max + 1}) c`;
        },
      };
    });
}

/** Its own filters bound what is read of an index that begins with `leading`; others on its columns are tested there. */
function coverage(
  { filters, sort }: ListQuery,
  own: readonly ListFilter[],
  leading: string | undefined,
  covered: readonly ListFilter[] | null,
) {
  const applied = filters.filter((filter) => own.includes(filter) || covered?.includes(filter));
  return {
    applied,
    isCovered: covered !== null && applied.length === filters.length,
    isSortable: covered !== null && leading !== sort.field,
  };
}

/** The rows that all filters keep, found by one or several indexes, as the planner chooses. */
export const matchingRows = (definition: Definition, { filters }: ListQuery): FoundRows => ({
  applied: filters,
  sql: (values) => foundBy(definition, filters, values),
});

/**
 * Whether PostgreSQL combines the indexes of these filters by bitmaps. It does not combine two that both contain the
 * column of a range, and it cannot estimate how many rows lead to a set of targets.
 */
export const areCombined = ({ filters: sources }: Definition, filters: readonly ListFilter[]): boolean =>
  filters.every((filter) => 'values' in filter && sources.get(filter.field)?.on === 'column');

/**
 * The rows that sources have in common: their entries are joined before any row is read, where PostgreSQL does not
 * combine the indexes itself (`areCombined`). A source is left out if others apply its filters, the
 * last one first. Null if there is nothing to join, and no source with the columns of all filters.
 */
export function commonRows(sources: readonly RowSource[]): FoundRows | null {
  let joined = sources;
  for (const source of sources.toReversed()) {
    const others = joined.filter((other) => other !== source);
    if (source.applied.every((filter) => others.some(({ applied }) => applied.includes(filter)))) joined = others;
  }
  const [first, ...others] = joined;
  if (!first || others.length === 0) return first?.isCovered ? first : null;
  return {
    applied: [...new Set(joined.flatMap(({ applied }) => applied))],
    isJoined: true,
    sql: (values) => {
      const rows = first.sql(values);
      const joins = others.map((source, n) => `FULL JOIN (${source.sql(values)}) o${n} ON o${n}.id = t.id`);
      const ids = others.map((_, n) => `o${n}.id AS id${n}`);
      const tests = others.map((_, n) => `t.id${n} = t.id`);
      // PostgreSQL executes a FULL JOIN as a hash or merge join. An inner join that it expects to return few rows
      // might become a nested loop of millions by millions.
      const all = `SELECT t.*, ${ids.join(', ')} FROM (${rows}) t ${joins.join(' ')} OFFSET 0`;
      return `SELECT t.* FROM (${all}) t WHERE ${tests.join(' AND ')}`;
    },
  };
}

const foundBy = (definition: Definition, filters: readonly ListFilter[], values: Values): string =>
  selectFrom(definition, filterConditions(definition, filters, values, 'find'));

/** The columns of the index that finds the filtered column, without the id. */
function sortingColumns({ filters }: Definition, [filter]: readonly ListFilter[]): string[] {
  const source = filter && filters.get(filter.field);
  if (!filter || (source?.on !== 'column' && source?.on !== 'target')) return [];
  return 'values' in filter && filter.field !== 'id' ? [source.name, 'created_at'] : [source.name];
}

/**
 * The zones of each key in which all filters may match a row. Their rows are not counted: each zone has about as many
 * as another.
 */
export function sourcesByZone(definition: Definition, query: ListQuery, cover: Cover): ZoneRows[] {
  const { zoneMap } = definition;
  if (!zoneMap) return [];
  const conditions = (key: string, values: Values) => zoneConditions(definition, key, query, values);
  const limited = zoneMap.keys.filter((key) => conditions(key, new Values()).length > 0);
  return limited.map((key) => {
    const own = query.filters.filter(({ field }) => field === key);
    const covering = coverage(query, own, key, cover(`${key} id`));
    const { applied } = covering;
    return {
      name: [key, query.filters, query.after, query.sort],
      key,
      ...covering,
      sql: (values) => rowsByZone(definition, key, query, values, applied),
      count: (values) =>
        `SELECT ceil((SELECT CASE WHEN reltuples < 0 THEN 1e12 ELSE reltuples END FROM pg_class WHERE oid = '${definition.name}'::regclass) * ` +
        `count(DISTINCT d.begins) FILTER (WHERE ${conditions(key, values).join(' AND ')}) / greatest(count(DISTINCT d.begins), 1)) ` +
        `FROM ${zoneMap.table} d WHERE d.key = '${key}'`,
    };
  });
}

/** The index of the sort, or one that begins with the column of a filter and continues with the sort key. */
export interface ScannedIndex {
  readonly beginsWith?: ListFilter;
  /** Filters on its columns, which are tested before a row of the table is read, unless they bound the scan. */
  readonly covered: readonly ListFilter[];
}

/** Whether a filter decides where a scan begins or ends. */
export const boundsScan = (filter: ListFilter, { beginsWith }: ScannedIndex, { sort }: ListQuery): boolean =>
  filter === beginsWith || filter.field === sort.field;

/** The rows from the cursor to the end of a scan: few on a last page. */
export function restOfScan(definition: Definition, query: ListQuery, scan: ScannedIndex): ZoneRows[] {
  if (!query.after) return [];
  const applied = query.filters.filter((filter) => boundsScan(filter, scan, query));
  const sql = (values: Values) => sortedRows(definition, query, applied, values);
  return [
    {
      name: [applied, query.filters, query.after, query.sort],
      key: query.sort.field,
      applied,
      isCovered: scan.covered.length === query.filters.length,
      isSortable: false,
      sql,
      count: (values, max) => `SELECT count(*) FROM (${sql(values)} LIMIT ${max + 1}) c`,
    },
  ];
}

/** The rows in the order of the list, by the index of its sort or one that begins with the column of a filter. */
export const sortedRows = (
  definition: Definition,
  query: ListQuery,
  inside: readonly ListFilter[],
  values: Values,
): string => rowsByZone(definition, query.sort.field, query, values, inside, true);

/**
 * Zone by zone, where the zone map excludes any. A nested loop keeps the order of its outer side, and no other join
 * is possible, because each zone selects its own rows.
 */
function rowsByZone(
  definition: Definition,
  key: string,
  query: ListQuery,
  values: Values,
  inside: readonly ListFilter[],
  isSorted = false,
): string {
  const { zoneMap } = definition;
  const conditions = filterConditions(definition, inside, values);
  const zones = zoneConditions(definition, key, query, values);
  const rows = (bounds: readonly string[], zone?: Zone) => {
    const keyset = isSorted ? keysetCondition(query, values, zone) : [];
    return `${selectFrom(definition, [...bounds, ...conditions, ...keyset])}${isSorted ? ` ORDER BY ${order(query)}` : ''}`;
  };
  if (zones.length === 0 || !zoneMap) return rows([]);
  const zone = { begins: 'd.begins', ends: `d.begins + ${interval(zoneMap)}` };
  const inZone = rows([`t.${key} >= ${zone.begins}`, `t.${key} < ${zone.ends}`], zone);
  const direction = query.sort.descending ? 'DESC' : 'ASC';
  return (
    `SELECT t.* FROM (SELECT d.begins FROM ${zoneMap.table} d WHERE d.key = '${key}' AND ${zones.join(' AND ')} ` +
    `GROUP BY d.begins ORDER BY d.begins ${direction}) d CROSS JOIN LATERAL (${inZone} OFFSET 0) t`
  );
}

function selectFrom({ name }: Definition, conditions: readonly string[]): string {
  return `SELECT t.* FROM ${name} t${conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : ''}`;
}
