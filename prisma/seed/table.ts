/** A cell in the form for COPY: instants, days and JSON are already text. */
export type Value = string | number | boolean | null;
export type Row = Readonly<Record<string, Value>>;

/** One table of the seed. Its rows are generated anew, but identically, on every call. */
export interface SeedTable {
  readonly table: string;
  readonly columns: readonly string[];
  rows(): Iterable<readonly Value[]>;
}

/** A table that always has rows; its columns are taken from them. */
export function table(name: string, rows: () => Iterable<Row>): SeedTable {
  for (const first of rows()) return streamedTable(name, Object.keys(first), rows);
  throw new RangeError(`The seed has no rows for ${name}.`);
}

/** A table of rows that were created along with other values. */
export function toTable(name: string, made: readonly { readonly row: Row }[]): SeedTable {
  return table(name, () => made.map(({ row }) => row));
}

/** A table that may be empty in a small seed. */
export function streamedTable<Column extends string>(
  name: string,
  columns: readonly Column[],
  rows: () => Iterable<Readonly<Record<Column, Value>>>,
): SeedTable {
  return {
    table: name,
    columns,
    *rows() {
      for (const row of rows()) yield columns.map((column) => row[column]);
    },
  };
}

interface Identified {
  readonly id: string;
}

/** The rows of a join table: one for each item of each owner. */
export function joinTable<Owner extends Identified>(
  name: string,
  ownerColumn: string,
  itemColumn: string,
  owners: readonly Owner[],
  itemsOf: (owner: Owner) => readonly Identified[],
): SeedTable {
  return streamedTable(name, [ownerColumn, itemColumn], function* () {
    for (const owner of owners)
      for (const item of itemsOf(owner)) yield { [ownerColumn]: owner.id, [itemColumn]: item.id };
  });
}
