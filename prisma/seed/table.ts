/** A cell as COPY is given it: instants, days and JSON are text already. */
export type Value = string | number | boolean | null;
export type Row = Readonly<Record<string, Value>>;

/** One table of the seed. Its rows are made anew, and the same, each time that they are asked for. */
export interface SeedTable {
  readonly table: string;
  readonly columns: readonly string[];
  rows(): Iterable<readonly Value[]>;
}

/** A table that always has rows: they say the columns themselves. */
export function table(name: string, rows: () => Iterable<Row>): SeedTable {
  for (const first of rows()) return streamedTable(name, Object.keys(first), rows);
  throw new RangeError(`The seed has no rows for ${name}.`);
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

/** The rows of a join table: one for each thing and each member of its set. */
export function joinTable<Owner, Column extends string>(
  name: string,
  columns: readonly [owner: Column, item: Column],
  owners: readonly Owner[],
  pairOf: (owner: Owner) => { readonly id: string; readonly items: readonly { readonly id: string }[] },
): SeedTable {
  return {
    table: name,
    columns,
    *rows() {
      for (const owner of owners) {
        const { id, items } = pairOf(owner);
        for (const item of items) yield [id, item.id];
      }
    },
  };
}
