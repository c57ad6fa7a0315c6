import type { ListFilter, ListQuery } from '@resource-catalogue/list-query';
import { LRUCache } from 'lru-cache';
import type { ReadSource } from '@resource-catalogue/database';
import { Values } from './conditions.js';
import type { Definition } from './definition.js';
import { type RowSource, sourcesByFilter, sourcesByZone } from './row-sources.js';

/**
 * Chooses how the rows of a page are found. A planner that sees LIMIT assumes that the rows of a filter are spread
 * evenly over the index of the sort. Where they are not, it scans millions of entries, so large tables are not left
 * to it (ADR 22).
 */
export type AccessPath =
  | IndexScan
  | { readonly by: 'planner' }
  /** Read all of these rows, filter them, then sort them. */
  | { readonly by: 'filters'; readonly rows: RowSource };

/** Maximum number of entries to scan, in the sort's index or in one that begins with the column of a filter. */
export interface IndexScan {
  readonly by: 'sort';
  readonly entries: number;
  readonly beginsWith?: ListFilter;
}

/** Thresholds for choosing a path. */
export interface PathLimits {
  /** Tables above this many bytes are large; below it every statement takes milliseconds. */
  readonly largeTable: number;
  /** Below this many rows, sorting beats an index scan. */
  readonly fewRows: number;
  /** Maximum number of rows to sort after a scan has found too little. */
  readonly manyRows: number;
  /** Minimum number of entries to scan first; more if `entriesForRow` times the limit is more. */
  readonly entries: number;
  readonly entriesForRow: number;
}

const defaultLimits: PathLimits = {
  largeTable: 16 * 1024 ** 2,
  fewRows: 5_000,
  manyRows: 250_000,
  entries: 20_000,
  entriesForRow: 40,
};

interface TableProfile {
  readonly isLarge: boolean;
  /** Columns of each index, in order. */
  readonly indexes: ReadonlySet<string>;
}

/** Statistics of tables and filters are kept for a minute: they decide how long a list takes, never what it returns. */
const ttl = 60_000;

export class AccessPaths {
  private readonly profiles = new LRUCache<'all', Promise<ReadonlyMap<string, TableProfile>>>({ max: 1, ttl });
  private readonly counts = new LRUCache<string, number>({
    maxSize: 4_000_000,
    sizeCalculation: (_, key) => key.length,
    ttl,
  });

  constructor(
    private readonly source: Pick<ReadSource, 'query'>,
    private readonly limits = defaultLimits,
  ) {}

  async choose(definition: Definition, query: ListQuery): Promise<AccessPath> {
    const profile = await this.profileWithFilters(definition, query);
    if (!profile?.isLarge) return { by: 'planner' };
    const { fewRows } = this.limits;
    const few = await this.fewest(definition, sourcesByFilter(definition, query), fewRows);
    if (few) return { by: 'filters', rows: few };
    const beginsWith = query.filters.find((filter) => {
      const column = definition.filters.get(filter.field);
      if (column?.on !== 'column' || filter.operator !== 'in' || filter.values.length > 1) return false;
      return profile.indexes.has(`${column.name} ${query.sort.field} id`);
    });
    return { by: 'sort', entries: this.entries(query), ...(beginsWith && { beginsWith }) };
  }

  /** The path after a first scan has found too few rows. */
  async fallback(definition: Definition, query: ListQuery, first: IndexScan, found: number): Promise<AccessPath> {
    const entriesLeft = found === 0 ? Infinity : this.entries(query) * ((query.limit + 1) / found - 1);
    const max = Math.ceil(Math.min(this.limits.manyRows, entriesLeft));
    const sources = [...sourcesByFilter(definition, query), ...sourcesByZone(definition, query)];
    const rows = await this.fewest(definition, sources, max);
    return rows ? { by: 'filters', rows } : { ...first, entries: Infinity };
  }

  private entries({ limit }: ListQuery): number {
    const { entries, entriesForRow } = this.limits;
    return Math.max(entries, entriesForRow * limit);
  }

  /** The source with the fewest rows; null if each has more than `max`. */
  private async fewest(definition: Definition, sources: readonly RowSource[], max: number): Promise<RowSource | null> {
    const keys = sources.map(({ name }) => JSON.stringify([definition.name, max, name]));
    const known = keys.map((key) => this.counts.get(key));
    const values = new Values();
    const columns = sources
      .filter((_, index) => known[index] === undefined)
      .map((source) => `(SELECT count(*) FROM (${source.sql(values)}${source.order} LIMIT ${max + 1}) c)::text`);
    const statement = { text: `SELECT ${columns.join(', ')}`, collection: definition.name };
    const [row = []] = columns.length > 0 ? await this.source.query(statement, values.list) : [];
    const counted = row.values();
    const counts = known.map((count) => count ?? Number(counted.next().value));
    counts.forEach((count, index) => this.counts.set(keys[index] ?? '', count));
    const least = Math.min(...counts);
    return least > max ? null : (sources[counts.indexOf(least)] ?? null);
  }

  /**
   * Undefined if the planner needs no help: lists without filters, or with ranges of their sort key only, scan its
   * index.
   */
  private async profileWithFilters({ name }: Definition, query: ListQuery): Promise<TableProfile | undefined> {
    if (query.filters.every(({ field }) => field === query.sort.field)) return undefined;
    return (await this.profilesOfTables()).get(name);
  }

  private profilesOfTables(): Promise<ReadonlyMap<string, TableProfile>> {
    const known = this.profiles.get('all');
    if (known) return known;
    const loading = this.loadProfiles();
    this.profiles.set('all', loading);
    loading.catch(() => this.profiles.delete('all'));
    return loading;
  }

  private async loadProfiles(): Promise<ReadonlyMap<string, TableProfile>> {
    const rows = await this.source.query(profilesOfTables, [this.limits.largeTable]);
    return new Map(
      rows.map(([name, isLarge, indexes]) => [
        name ?? '',
        { isLarge: isLarge === 'true', indexes: new Set(indexes?.split(',')) },
      ]),
    );
  }
}

const profilesOfTables = {
  text: `SELECT c.relname::text, (pg_relation_size(c.oid) >= $1)::text, (
    SELECT string_agg((
      SELECT string_agg(pg_get_indexdef(i.indexrelid, n, true), ' ' ORDER BY n) FROM generate_series(1, i.indnkeyatts) n
    ), ',') FROM pg_index i WHERE i.indrelid = c.oid
  ) FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'`,
};
