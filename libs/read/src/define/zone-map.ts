import type { ColumnName, TableName } from './prisma-tables.js';

/**
 * A table that divides some time keys of a collection into zones of equal length, by key name (`key`) and instant
 * (`begins`). Each row has, in `least_` and `greatest_`, the bounds of the times of the zone's rows that share its
 * `values`. Triggers maintain it; lists skip zones that their filters exclude.
 */
export interface ZoneMap<out Key extends string = string> {
  readonly table: TableName;
  /** The keys that are divided. */
  readonly keys: readonly Key[];
  /** The length of a zone, an SQL interval. */
  readonly length: string;
  /** The times whose bounds are stored, by their columns in the collection. */
  readonly times: readonly string[];
  /** The enumerations, with the same name in both tables. */
  readonly values: readonly string[];
}

type BoundedTime<Column extends string> = Column extends `least_${infer Time}` ? Time : never;

export const zoneMap = <Table extends TableName, const Key extends string>(
  table: Table,
  zones: Pick<ZoneMap<Key>, 'keys' | 'length'> & {
    readonly times: readonly BoundedTime<ColumnName<Table>>[];
    readonly values: readonly ColumnName<Table>[];
  },
): ZoneMap<Key> => ({ table, ...zones });
