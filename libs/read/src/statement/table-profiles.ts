import { LRUCache } from 'lru-cache';
import type { ReadSource } from '@resource-catalogue/database';

/** The size and the indexes of a table. */
export class TableProfile {
  constructor(
    readonly isLarge: boolean,
    /** The columns of each index, in order. */
    private readonly indexes: readonly (readonly string[])[],
  ) {}

  /** The columns of the longest index that begins with these. */
  indexWith(...begin: readonly string[]): readonly string[] | undefined {
    return this.indexes
      .filter((columns) => begin.every((column, index) => columns[index] === column))
      .sort((one, other) => other.length - one.length)[0];
  }
}

/** Sizes and indexes of all tables, read once a minute: they decide how long a list takes, never what it returns. */
export class TableProfiles {
  private readonly known = new LRUCache<'all', Promise<ReadonlyMap<string, TableProfile>>>({ max: 1, ttl: 60_000 });

  constructor(
    private readonly source: Pick<ReadSource, 'query'>,
    /** Tables of at least this many bytes are large. */
    private readonly largeTable: number,
  ) {}

  async get(table: string): Promise<TableProfile | undefined> {
    return (await this.all()).get(table);
  }

  private all(): Promise<ReadonlyMap<string, TableProfile>> {
    const known = this.known.get('all');
    if (known) return known;
    const loading = this.load();
    this.known.set('all', loading);
    loading.catch(() => this.known.delete('all'));
    return loading;
  }

  private async load(): Promise<ReadonlyMap<string, TableProfile>> {
    const rows = await this.source.query(profilesOfTables, [this.largeTable]);
    return new Map(
      rows.map(([name, isLarge, indexes]) => [
        name ?? '',
        new TableProfile(
          isLarge === 'true',
          (indexes?.split(',') ?? []).map((columns) => columns.split(' ')),
        ),
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
