import { defaultBookings } from '../../seed/scale.js';
import { seedTables } from '../../seed/seed-tables.js';
import type { Value } from '../../seed/table.js';

export const at = '2026-03-01T10:15:30.123Z';
export const options = { bookings: defaultBookings, seed: 1, at: new Date(at) };

/** One row, read by column; what a column must not hold is an error of the test. */
export class SeedRow {
  constructor(
    readonly table: string,
    readonly values: ReadonlyMap<string, Value>,
  ) {}

  value(column: string): Value {
    const value = this.values.get(column);
    if (value === undefined) throw new Error(`${this.table} has no column ${column}.`);
    return value;
  }

  text(column: string): string {
    const value = this.value(column);
    if (typeof value !== 'string') throw new Error(`${this.table}.${column} is no text: ${String(value)}.`);
    return value;
  }

  optional(column: string): string | null {
    return this.value(column) === null ? null : this.text(column);
  }

  number(column: string): number {
    const value = this.value(column);
    if (typeof value !== 'number') throw new Error(`${this.table}.${column} is no number: ${String(value)}.`);
    return value;
  }

  time(column: string): number {
    return Date.parse(this.text(column));
  }

  /** The items of a JSON column that holds an array. */
  items<Item>(column: string): Item[] {
    return JSON.parse(this.text(column)) as Item[];
  }

  get id(): string {
    return this.text('id');
  }
}

export interface Seed {
  readonly tables: readonly string[];
  rows(table: string): readonly SeedRow[];
  find(table: string, id: string): SeedRow;
  /** The rows of a table by the value of a column. */
  by(table: string, column: string): ReadonlyMap<Value, readonly SeedRow[]>;
}

/** All rows of a seed in memory. */
export function loadSeed(from = options): Seed {
  const loaded = new Map(
    seedTables(from).map(({ table, columns, rows }) => [
      table,
      [...rows()].map(
        (row) => new SeedRow(table, new Map(columns.map((column, index) => [column, row[index] ?? null]))),
      ),
    ]),
  );
  const indexes = new Map<string, Map<Value, SeedRow[]>>();
  const rowsOf = (table: string) => {
    const rows = loaded.get(table);
    if (!rows) throw new Error(`The seed has no table ${table}.`);
    return rows;
  };
  const by = (table: string, column: string) => {
    const key = `${table}.${column}`;
    const known = indexes.get(key) ?? grouped(rowsOf(table), (row) => row.value(column));
    indexes.set(key, known);
    return known;
  };
  const find = (table: string, id: string) => {
    const row = by(table, 'id').get(id)?.[0];
    if (!row) throw new Error(`${table} has no row ${id}.`);
    return row;
  };
  return { tables: [...loaded.keys()], rows: rowsOf, find, by };
}

export function grouped<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
