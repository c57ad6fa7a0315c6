import type { Seed, SeedRow } from './default-seed.js';

/** A statement of the contract, and the rows that break it. */
export type Invariant = readonly [statement: string, faults: (seed: Seed) => readonly SeedRow[]];

/** A statement about each row of a table. */
export const holds = (statement: string, table: string, isGood: (row: SeedRow, seed: Seed) => boolean): Invariant => [
  statement,
  (seed) => seed.rows(table).filter((row) => !isGood(row, seed)),
];
