import type { ListFilter, ListQuery } from '@resource-catalogue/list-query';
import { LRUCache } from 'lru-cache';
import type { ReadSource } from '@resource-catalogue/database';
import { keepsOneValue, Values } from './conditions.js';
import type { Definition } from '../define/definition.js';
import {
  areCombined,
  commonRows,
  entriesPerRow,
  type FilteredRows,
  type FoundRows,
  matchingRows,
  restOfScan,
  type RowSource,
  type ScannedIndex,
  sourcesByFilter,
  sourcesByZone,
  type ZoneRows,
} from './row-sources.js';
import { TableProfiles } from './table-profiles.js';

/**
 * Chooses how the rows of a page are found. A planner that sees LIMIT assumes that the rows of a filter are spread
 * evenly over the index of the sort. Where they are not, it scans millions of entries, so large tables are not left
 * to it (ADR 22).
 */
export type AccessPath = IndexScan | Lookups | AllRows | { readonly by: 'planner' };

/** A scan of the sort's index, or of one that begins with the column of a filter. */
export interface IndexScan extends ScannedIndex {
  readonly by: 'sort';
  /** Maximum number of rows to read; five times as many entries, unless each of them leads to a row. */
  readonly maxRows: number;
}

/** Sort the entries of an index that has the sort key, and look up their rows in that order. */
export interface Lookups {
  readonly by: 'lookups';
  readonly rows: FoundRows;
  readonly maxRows: number;
  /** The rows to read if these are too few. */
  readonly otherwise: () => Promise<FoundRows>;
}

/** Find all of these rows, filter and sort them. */
export interface AllRows {
  readonly by: 'rows';
  readonly rows: FoundRows;
}

/** Thresholds for choosing a path. */
export interface PathLimits {
  /** Tables above this many bytes are large; below it every statement takes milliseconds. */
  readonly largeTable: number;
  /** Below this many rows, sorting beats an index scan. */
  readonly fewRows: number;
  /** Maximum number of rows to read by each of the scans. The second is the last one if it finds nothing. */
  readonly scans: readonly [number, number, number];
  /** Maximum number of rows to read and sort after the last scan, or a fifth of the entries. */
  readonly manyRows: number;
  /** Number of rows to look up by sorted entries: at first, and if those promise a full page. */
  readonly lookups: { readonly first: number; readonly max: number };
}

export const defaultPathLimits: PathLimits = {
  largeTable: 16 * 1024 ** 2,
  fewRows: 5_000,
  scans: [2_000, 20_000, 200_000],
  manyRows: 250_000,
  lookups: { first: 1_000, max: 50_000 },
};

/** Rows of a source that may be read after a scan, for each row that the scan may read. */
const rowsPerScannedRow = 5;

export class AccessPaths {
  private readonly profiles: TableProfiles;
  /** Numbers of rows, up to one more than `max`. Kept for a minute, because they never change what a list returns. */
  private readonly counts = new LRUCache<string, { readonly count: number; readonly max: number }>({
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
    const { filters, sort } = query;
    // Without filters, or with ranges of the sort key only, the planner scans the index of the sort.
    if (filters.every(({ field }) => field === sort.field)) return { by: 'planner' };
    const profile = await this.profiles.get(definition.name);
    if (!profile?.isLarge) return { by: 'planner' };
    const cover = (keys: string) => profile.covered(definition, query, keys);
    const [few] = await this.small(definition, sourcesByFilter(definition, query, cover), () => this.limits.fewRows);
    if (few) return readAll(few.source);
    const [maxRows] = this.limits.scans;
    const scan = (begin: string, beginsWith?: ListFilter): IndexScan => {
      return { by: 'sort', maxRows, covered: cover(begin) ?? [], ...(beginsWith && { beginsWith }) };
    };
    const bySort = scan(`${sort.field} id`);
    if (bySort.covered.length === filters.length) return bySort;
    for (const filter of filters) {
      const column = definition.filters.get(filter.field);
      if (column?.on !== 'column' || !keepsOneValue(definition, filter)) continue;
      const begin = `${column.name} ${sort.field} id`;
      if (profile.hasIndex(begin)) return scan(begin, filter);
    }
    return bySort;
  }

  /** The path after a scan or lookups have found too few rows. */
  async fallback(
    definition: Definition,
    query: ListQuery,
    before: IndexScan | Lookups,
    found: number,
  ): Promise<Exclude<AccessPath, { by: 'planner' }>> {
    if (before.by === 'lookups') return this.moreLookups(query, before, found);
    const profile = await this.profiles.get(definition.name);
    const cover = (keys: string) => profile?.covered(definition, query, keys) ?? null;
    const covered = cover(`${query.sort.field} id`) ?? [];
    const byFilter = sourcesByFilter(definition, query, cover);
    const byZone = sourcesByZone(definition, query, cover);
    // The scan before has read entries of the filter that it began with in this order.
    const isSortable = (source: RowSource) =>
      source.isSortable && source.applied.some((filter) => filter !== before.beginsWith);
    // The zones of a key bound the rows that its filters keep, and need not be counted.
    const counted = byFilter.filter(({ group }) => !byZone.some(({ key }) => group.some(({ field }) => field === key)));
    const uncovered = byFilter.filter(({ group }) => !group.every((filter) => covered.includes(filter)));
    const matching = matchingRows(definition, query);
    const options: Options = {
      sources: [...counted, ...byZone, ...restOfScan(definition, query, before)],
      covered,
      uncovered,
      matching,
      combined: uncovered.length > 1 && areCombined(definition, query.filters) ? matching : null,
      isSortable,
    };
    const [, second, third] = this.limits.scans;
    const isLast = before.maxRows >= (found > 0 ? third : second);
    // The rows that are read in the time in which a scan would fill the page.
    const rowsLeft = Math.ceil(before.maxRows * ((query.limit + 1) / found - 1));
    const max = Math.min(isLast ? this.limits.manyRows : rowsPerScannedRow * before.maxRows, rowsLeft);
    const maxOf = (source: RowSource) => max * (source.isCovered || isSortable(source) ? entriesPerRow : 1);
    const [smallest] = await this.small(definition, options.sources, maxOf);
    if (smallest) return this.bySmallSource(definition, smallest, max, options, found);
    if (isLast) return this.byLargeSources(query, before, options, found);
    return { ...before, maxRows: before.maxRows < second ? second : third };
  }

  /** The rows of the smallest source, or those that others have in common with it. */
  private async bySmallSource(
    definition: Definition,
    { source, count }: CountedSource<FilteredRows | ZoneRows>,
    max: number,
    { sources, uncovered, matching, combined, isSortable }: Options,
    found: number,
  ): Promise<Lookups | AllRows> {
    if (source.isCovered || count === 0) return readAll(source);
    // Of two indexes that both contain the column of a range, PostgreSQL takes one, and may underestimate the rows of a
    // larger source.
    const hasRange = source.applied.some((filter) => !('values' in filter));
    const isAlone = isSortable(source) && hasRange && count <= this.limits.manyRows;
    const isZone = 'key' in source && (count <= max || uncovered.length <= 1);
    const rows = isAlone || isZone ? source : matching;
    if (!isSortable(source)) return readAll(rows);
    const joined = async () => {
      if (combined) return combined;
      // Entries of a much larger source would take longer than the rows of this one.
      const similar = await this.small(definition, sources.filter(isSortable), () => entriesPerRow * count);
      return commonRows(similar.map((other) => other.source));
    };
    const common = found === 0 ? await joined() : null;
    return common ? readAll(common) : this.lookUp(source, async () => (await joined()) ?? rows);
  }

  /**
   * A scan without limit. If the last one has found less than a tenth of the page, the sets that it could not test in its
   * index: their number is unknown, while the rows found promise how long a scan will take.
   */
  private byLargeSources(
    { limit }: ListQuery,
    before: IndexScan,
    { covered, uncovered, matching, combined, isSortable }: Options,
    found: number,
  ): IndexScan | Lookups | AllRows {
    if (10 * found < limit) {
      const sortable = uncovered.filter(isSortable);
      const common = combined ?? commonRows(sortable);
      if (common) return readAll(common);
      const [source] = sortable;
      if (source) return this.lookUp(source, () => Promise.resolve(matching));
      if (uncovered.length > 1) return readAll(matching);
    }
    const { beginsWith } = before;
    if (beginsWith && !covered.includes(beginsWith)) return { ...before, maxRows: Infinity };
    return { by: 'sort', maxRows: Infinity, covered };
  }

  private lookUp(source: RowSource, otherwise: () => Promise<FoundRows>): Lookups {
    return { by: 'lookups', rows: source, maxRows: this.limits.lookups.first, otherwise };
  }

  /** Half as many again as the rows found so far promise, once; none if these are too many. */
  private async moreLookups({ limit }: ListQuery, before: Lookups, found: number): Promise<Lookups | AllRows> {
    const { first, max } = this.limits.lookups;
    const maxRows = Math.ceil((1.5 * before.maxRows * (limit + 1)) / found);
    if (before.maxRows === first && maxRows <= max) return { ...before, maxRows };
    return readAll(await before.otherwise());
  }

  /** The sources that have at most their maximum of rows, with their row counts, the lowest share of it first. */
  private async small<Source extends RowSource>(
    definition: Definition,
    sources: readonly Source[],
    maxOf: (source: Source) => number,
  ): Promise<CountedSource<Source>[]> {
    const keys = sources.map((source) => JSON.stringify([definition.name, source.name]));
    const known = sources.map((source, index) => {
      const entry = this.counts.get(keys[index] ?? '');
      return entry && (entry.count <= entry.max || entry.max >= maxOf(source)) ? entry.count : undefined;
    });
    const values = new Values();
    const columns = sources
      .filter((_, index) => known[index] === undefined)
      .map((source) => `(${source.count(values, maxOf(source))})::text`);
    const statement = { text: `SELECT ${columns.join(', ')}`, collection: definition.name };
    const [row = []] = columns.length > 0 ? await this.source.query(statement, values.list) : [];
    const counted = row.values();
    const found = sources.map((source, index) => {
      const max = maxOf(source);
      const count = known[index] ?? Number(counted.next().value);
      // Setting a known count would keep it for another minute.
      if (known[index] === undefined) this.counts.set(keys[index] ?? '', { count, max });
      return { source, count, share: count / max };
    });
    return found.filter(({ share }) => share <= 1).sort((one, other) => one.share - other.share);
  }
}

/** The options for the path after a scan. */
interface Options {
  readonly sources: readonly (FilteredRows | ZoneRows)[];
  /** The filters that the index of the sort can test, and the sources of others. */
  readonly covered: readonly ListFilter[];
  readonly uncovered: readonly FilteredRows[];
  readonly matching: FoundRows;
  /** These, if PostgreSQL finds what several sets have in common faster than a join does. */
  readonly combined: FoundRows | null;
  readonly isSortable: (source: RowSource) => boolean;
}

interface CountedSource<Source extends RowSource> {
  readonly source: Source;
  readonly count: number;
}

const readAll = (rows: FoundRows): AllRows => ({ by: 'rows', rows });
