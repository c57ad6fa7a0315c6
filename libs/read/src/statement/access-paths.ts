import type { ReadSource } from '@resource-catalogue/database';
import type { ListFilter, ListQuery } from '@resource-catalogue/list-query';
import { LRUCache } from 'lru-cache';
import type { Definition } from '../define/definition.js';
import { columnOf, indexRanges, keepsOneValue, Values } from './conditions.js';
import { indexWith, type TableProfile, TableProfiles } from './table-profiles.js';

/**
 * How the rows of a page are found: as PostgreSQL plans the whole statement, by a scan of an index in the order of the
 * page, or by sorting all rows that the filters keep.
 */
export type AccessPath = { readonly by: 'planner' } | IndexScan | { readonly by: 'sort' };

/** A scan of the sort's index, or of one that begins with a value that a filter keeps and continues with the sort key. */
export interface IndexScan {
  readonly by: 'scan';
  /** The filters that decide where the scan begins or ends. */
  readonly bounds: readonly ListFilter[];
  /** The filters whose columns the index contains, among them the bounds. */
  readonly covered: readonly ListFilter[];
  /** Maximum number of rows to read; five times as many entries of the index if it can test filters. */
  readonly maxRows: number;
}

/** Thresholds for choosing a path. */
export interface PathLimits {
  /** Tables above this many bytes are large; below it every statement takes milliseconds. */
  readonly largeTable: number;
  /** Sorting this many rows is faster than any scan. */
  readonly fewRows: number;
  /** Maximum number of rows that a scan reads before another path is considered. */
  readonly scannedRows: number;
}

export const defaultPathLimits: PathLimits = { largeTable: 16 * 1024 ** 2, fewRows: 5_000, scannedRows: 20_000 };

/** A scan that has found a quarter of a page before its limit continues without one. */
const promisingShare = 4;

/** Chooses how the rows of a page are found (ADR 22). */
export class AccessPaths {
  private readonly profiles: TableProfiles;
  /** Cached for a minute: counts affect how long a list takes, but never its result. */
  private readonly counts = new LRUCache<string, readonly number[]>({
    maxSize: 4_000_000,
    sizeCalculation: (_, key) => key.length,
    ttl: 60_000,
  });

  constructor(
    private readonly source: Pick<ReadSource, 'query'>,
    private readonly limits: PathLimits,
  ) {
    this.profiles = new TableProfiles(source, limits.largeTable);
  }

  async choose(definition: Definition, query: ListQuery): Promise<AccessPath> {
    // Without filters, or with ranges of the sort key only, PostgreSQL scans the index of the sort.
    if (query.filters.every(({ field }) => field === query.sort.field)) return { by: 'planner' };
    const profile = await this.profiles.get(definition.name);
    if (!profile?.isLarge) return { by: 'planner' };
    if (await this.keepFewRows(definition, query)) return { by: 'sort' };
    return indexScan(definition, query, profile, this.limits.scannedRows);
  }

  /** The path after a scan has reached its limit. */
  afterScan(query: ListQuery, scan: IndexScan, found: number): AccessPath {
    const isCovered = scan.covered.length === query.filters.length;
    if (isCovered || promisingShare * found >= query.limit) return { ...scan, maxRows: Infinity };
    return { by: 'sort' };
  }

  /** Whether the filters of some field keep few rows. */
  private async keepFewRows(definition: Definition, query: ListQuery): Promise<boolean> {
    const key = JSON.stringify([definition.name, query.filters]);
    let counts = this.counts.get(key);
    if (!counts) {
      counts = await this.count(definition, groupsOf(query));
      // Only new counts are stored, because storing known ones would keep them for another minute.
      this.counts.set(key, counts);
    }
    return counts.some((count) => count <= this.limits.fewRows);
  }

  private async count(definition: Definition, groups: readonly (readonly ListFilter[])[]): Promise<readonly number[]> {
    const values = new Values();
    const counts = groups.flatMap((group) => {
      const column = group[0] && columnOf(definition, group[0]);
      // With LIMIT the planner assumes that any part of the table has enough such rows, unless they are in index order.
      const inOrder = column === undefined ? '' : ` ORDER BY t.${column}`;
      const rows = indexRanges(definition, group, values).map(
        (range) => `(SELECT t.id FROM ${definition.name} t WHERE ${range}${inOrder})`,
      );
      if (rows.length === 0) return [];
      return [`(SELECT count(*) FROM (${rows.join(' UNION ALL ')} LIMIT ${this.limits.fewRows + 1}) c)::text`];
    });
    if (counts.length === 0) return [];
    const statement = { text: `SELECT ${counts.join(', ')}`, collection: definition.name };
    const [row = []] = await this.source.query(statement, values.list);
    return row.map(Number);
  }
}

/** The filters of each field: both ends of a range together, while each set leads to rows by itself. */
function groupsOf({ filters }: ListQuery): ListFilter[][] {
  const groups = new Map<string, ListFilter[]>();
  for (const filter of filters) {
    const name = 'values' in filter ? `${filter.field} ${filter.operator}` : filter.field;
    groups.set(name, [...(groups.get(name) ?? []), filter]);
  }
  return [...groups.values()];
}

function indexScan(definition: Definition, query: ListQuery, profile: TableProfile, maxRows: number): IndexScan {
  const { filters, sort } = query;
  const bounds = filters.filter(({ field }) => field === sort.field);
  const scan = (index: readonly string[], begins: readonly ListFilter[]): IndexScan => {
    const covered = filters.filter((filter) => index.includes(columnOf(definition, filter) ?? ''));
    return { by: 'scan', bounds: [...begins, ...bounds], covered, maxRows };
  };
  const bySort = scan(indexWith(profile, sort.field, 'id') ?? [], []);
  if (bySort.covered.length === filters.length) return bySort;
  for (const filter of filters) {
    const column = keepsOneValue(definition, filter) ? columnOf(definition, filter) : undefined;
    const index = column === undefined ? undefined : indexWith(profile, column, sort.field, 'id');
    if (index) return scan(index, [filter]);
  }
  return bySort;
}
