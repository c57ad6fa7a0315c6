import { envelopeFaults } from './envelope.js';
import type { Fault } from './fault.js';
import { instantFaults } from './instants.js';
import { limitFaults } from './limit.js';
import { pagingCursorFaults } from './paging-cursors.js';
import { pagingEdgeFaults } from './paging-edges.js';
import { rangeFaults } from './range.js';
import { setFilterFaults } from './set-filters.js';
import { setNotationFaults } from './set-notation.js';
import { sortFaults } from './sort.js';
import { specialFilterFaults } from './special-filters.js';

const all = [
  ...envelopeFaults,
  ...pagingEdgeFaults,
  ...pagingCursorFaults,
  ...limitFaults,
  ...sortFaults,
  ...setFilterFaults,
  ...setNotationFaults,
  ...specialFilterFaults,
  ...rangeFaults,
  ...instantFaults,
] as const;

/** The id of a fault. */
export type FaultId = (typeof all)[number]['id'];

/** Every fault, by family. */
export const faults: readonly (Fault & { readonly id: FaultId })[] = all;
