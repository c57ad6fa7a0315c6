import type { Seed, SeedRow } from './default-seed.js';

/** A statement about the dataset, and the rows that violate it. */
export type Invariant = readonly [statement: string, faults: (seed: Seed) => readonly SeedRow[]];

/** A statement about each row of a table. */
export const holds = (statement: string, table: string, isGood: (row: SeedRow, seed: Seed) => boolean): Invariant => [
  statement,
  (seed) => seed.rows(table).filter((row) => !isGood(row, seed)),
];
