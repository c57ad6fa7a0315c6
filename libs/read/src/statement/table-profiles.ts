import { LRUCache } from 'lru-cache';
import type { ReadSource } from '@resource-catalogue/database';

export interface TableProfile {
  readonly isLarge: boolean;
  /** The columns of each index, in order. */
  readonly indexes: readonly (readonly string[])[];
}

/** Sizes and indexes of all tables, read once a minute: they affect how long a list takes, but never its result. */
export class TableProfiles {
  private readonly known: LRUCache<'all', Map<string | null, TableProfile>>;

  /** Tables of at least `largeTable` bytes are large. */
  constructor(source: Pick<ReadSource, 'query'>, largeTable: number) {
    const fetchMethod = async () => {
      const rows = await source.query(profilesOfTables, [largeTable]);
      return new Map(rows.map(([name = null, isLarge, indexes]) => [name, toProfile(isLarge, indexes)]));
    };
    this.known = new LRUCache({ max: 1, ttl: 60_000, fetchMethod });
  }

  async get(table: string): Promise<TableProfile | undefined> {
    return (await this.known.fetch('all'))?.get(table);
  }
}

const toProfile = (isLarge?: string | null, indexes?: string | null): TableProfile => ({
  isLarge: isLarge === 'true',
  indexes: (indexes?.split(',') ?? []).map((columns) => columns.split(' ')),
});

/** The columns of the longest index that begins with these. */
export const indexWith = ({ indexes }: TableProfile, ...begin: readonly string[]): readonly string[] | undefined =>
  indexes
    .filter((columns) => begin.every((column, index) => columns[index] === column))
    .sort((one, other) => other.length - one.length)[0];

const profilesOfTables = {
  text: `SELECT c.relname::text, (pg_relation_size(c.oid) >= $1)::text, (
    SELECT string_agg((
      SELECT string_agg(pg_get_indexdef(i.indexrelid, n, true), ' ' ORDER BY n) FROM generate_series(1, i.indnkeyatts) n
    ), ',') FROM pg_index i WHERE i.indrelid = c.oid
  ) FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'`,
};
