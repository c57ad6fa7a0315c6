import type { Seed, SeedRow } from './default-seed.js';

/** A statement of the contract, and the rows that break it. */
export type Invariant = readonly [statement: string, faults: (seed: Seed) => readonly unknown[]];

export const lines = (rows: readonly SeedRow[]): string[] =>
  rows.map((row) => `${row.table} ${JSON.stringify(Object.fromEntries(row.values))}`);
export const broken = (table: string, isBroken: (row: SeedRow, seed: Seed) => boolean) => (seed: Seed) =>
  lines(seed.rows(table).filter((row) => isBroken(row, seed)));
export const isZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};
export const differ = (...conditions: readonly boolean[]): boolean => new Set(conditions).size > 1;
export const isSet = (row: SeedRow, column: string): boolean => row.value(column) !== null;
