import { defaultBookings } from '../../seed/scale.js';
import type { SeedOptions } from '../../seed/ground.js';
import { seedTables } from '../../seed/seed-tables.js';
import type { Value } from '../../seed/table.js';

export const at = '2026-03-01T10:15:30.123Z';
export const options = { bookings: defaultBookings, seed: 1, at: new Date(at), rare: true };

/** One row, read by column; a value that the column must not have throws an error. */
export class SeedRow {
  constructor(
    readonly table: string,
    readonly values: Readonly<Record<string, Value>>,
  ) {}

  value(column: string): Value {
    const value = this.values[column];
    if (value === undefined) throw new Error(`The seed sets no ${column} in ${this.table}: add it in prisma/seed.`);
    return value;
  }

  isSet(column: string): boolean {
    return this.value(column) !== null;
  }

  text(column: string): string {
    const value = this.value(column);
    if (typeof value !== 'string') throw new Error(`${this.table}.${column} is not a text: ${String(value)}.`);
    return value;
  }

  optional(column: string): string | null {
    return this.isSet(column) ? this.text(column) : null;
  }

  number(column: string): number {
    return Number(this.value(column) ?? NaN);
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
  /** The rows of a table, grouped by the value of a column. */
  by(table: string, column: string): ReadonlyMap<Value, readonly SeedRow[]>;
}

/** The rich seed for tests, and the demo workshop. */
export const loadBothSeeds = () =>
  [
    ['with rare texts', loadSeed(options)],
    ['of the demo workshop', loadSeed({ ...options, rare: false })],
  ] as const;

/** Loads all rows of a seed into memory. */
export function loadSeed(from: SeedOptions): Seed {
  const loaded = new Map<string, SeedRow[]>();
  for (const { table, columns, rows } of seedTables(from)) {
    const named = (row: readonly Value[]) =>
      Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null]));
    loaded.set(
      table,
      Array.from(rows(), (row) => new SeedRow(table, named(row))),
    );
  }
  const indexes = new Map<string, Map<Value, SeedRow[]>>();
  const rowsOf = (table: string) => {
    const rows = loaded.get(table);
    if (!rows) throw new Error(`The seed has no table ${table}.`);
    return rows;
  };
  const by = (table: string, column: string) => {
    const key = `${table}.${column}`;
    const known = indexes.get(key) ?? groupBy(rowsOf(table), (row) => row.value(column));
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

export function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
