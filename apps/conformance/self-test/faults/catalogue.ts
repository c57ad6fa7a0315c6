import { authFaults } from './auth.js';
import { derivedValueFaults } from './derived-values.js';
import { envelopeFaults } from './envelope.js';
import { errorFaults } from './errors.js';
import type { Fault } from './fault.js';
import { getFaults } from './get.js';
import { hostileFaults } from './hostile.js';
import { httpFaults } from './http.js';
import { instantFaults } from './instants.js';
import { limitFaults } from './limit.js';
import { pagingCursorFaults } from './paging-cursors.js';
import { pagingEdgeFaults } from './paging-edges.js';
import { rangeFaults } from './range.js';
import { rateFaults } from './rate.js';
import { referenceFaults } from './references.js';
import { scopeFaults } from './scopes.js';
import { setFilterFaults } from './set-filters.js';
import { setNotationFaults } from './set-notation.js';
import { shapeFaults } from './shapes.js';
import { sortFaults } from './sort.js';
import { specialFilterFaults } from './special-filters.js';
import { validatorFaults } from './validators.js';
import { valueFaults } from './values.js';

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
  ...referenceFaults,
  ...derivedValueFaults,
  ...valueFaults,
  ...shapeFaults,
  ...getFaults,
  ...authFaults,
  ...scopeFaults,
  ...errorFaults,
  ...httpFaults,
  ...validatorFaults,
  ...rateFaults,
  ...hostileFaults,
] as const;

/** The id of a fault. */
export type FaultId = (typeof all)[number]['id'];

/** Every fault, by family. */
export const faults: readonly (Fault & { readonly id: FaultId })[] = all;
