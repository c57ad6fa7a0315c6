import type { ColumnName, TableName } from './schema.js';

/**
 * A table that divides each of some time keys of a collection into zones of one length. Each of its rows has the bounds of the
 * times of one zone's rows that share the `values`. Triggers keep it; lists skip the zones that their filters exclude.
 */
export interface ZoneMap<out Key extends string = string, Column extends string = string> {
  readonly table: TableName;
  /** The keys that are divided. */
  readonly keys: readonly Key[];
  /** The column with the name of the key. */
  readonly key: Column;
  /** The column with the instant at which the zone begins. */
  readonly begins: Column;
  /** The length of a zone, an SQL interval. */
  readonly length: string;
  /** The columns with the bounds of each time, by the time's column in the collection. */
  readonly bounds: Readonly<Record<string, { readonly least: Column; readonly greatest: Column }>>;
  /** The enumerations, of the same name in both tables. */
  readonly values: readonly Column[];
}

export const zoneMap = <Table extends TableName, const Key extends string>(
  table: Table,
  columns: Omit<ZoneMap<Key, ColumnName<Table>>, 'table'>,
): ZoneMap<Key> => ({ table, ...columns });
