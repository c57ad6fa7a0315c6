import { envelopeFaults } from './envelope.js';
import type { Fault } from './fault.js';
import { limitFaults } from './limit.js';
import { pagingCursorFaults } from './paging-cursors.js';
import { pagingEdgeFaults } from './paging-edges.js';
import { sortFaults } from './sort.js';

const all = [...envelopeFaults, ...pagingEdgeFaults, ...pagingCursorFaults, ...limitFaults, ...sortFaults] as const;

/** The id of a fault. */
export type FaultId = (typeof all)[number]['id'];

/** Every fault, by family. */
export const faults: readonly (Fault & { readonly id: FaultId })[] = all;
