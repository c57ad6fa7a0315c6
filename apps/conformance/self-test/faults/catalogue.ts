import { authFaults } from './auth.js';
import { bodyFaults } from './bodies.js';
import { bodyTypeFaults } from './body-types.js';
import { concurrencyFaults } from './concurrency.js';
import { derivedValueFaults } from './derived-values.js';
import { envelopeFaults } from './envelope.js';
import { errorFaults } from './errors.js';
import type { Fault } from './fault.js';
import { getFaults } from './get.js';
import { hostileFaults } from './hostile.js';
import { httpFaults } from './http.js';
import { idempotencyFaults } from './idempotency.js';
import { idempotencyKeyFaults } from './idempotency-keys.js';
import { instantFaults } from './instants.js';
import { limitFaults } from './limit.js';
import { markdownFaults } from './markdown.js';
import { mergingFaults } from './merging.js';
import { negotiationFaults } from './negotiation.js';
import { openOperationFaults } from './open-operations.js';
import { pagingCursorFaults } from './paging-cursors.js';
import { pagingEdgeFaults } from './paging-edges.js';
import { partFaults } from './parts.js';
import { publicationFaults } from './publication.js';
import { rangeFaults } from './range.js';
import { rateFaults } from './rate.js';
import { referenceFaults } from './references.js';
import { scopeFaults } from './scopes.js';
import { setFilterFaults } from './set-filters.js';
import { setNotationFaults } from './set-notation.js';
import { shapeFaults } from './shapes.js';
import { singleCollectionFaults } from './single-collections.js';
import { sortFaults } from './sort.js';
import { specialFilterFaults } from './special-filters.js';
import { staleSummaryFaults } from './stale-summaries.js';
import { validatorFaults } from './validators.js';
import { valueFaults } from './values.js';
import { writeTimeFaults } from './write-times.js';
import { writeFaults } from './writes.js';

const all = [
  ...envelopeFaults,
  ...pagingEdgeFaults,
  ...pagingCursorFaults,
  ...limitFaults,
  ...sortFaults,
  ...setFilterFaults,
  ...setNotationFaults,
  ...specialFilterFaults,
  ...singleCollectionFaults,
  ...rangeFaults,
  ...instantFaults,
  ...referenceFaults,
  ...staleSummaryFaults,
  ...derivedValueFaults,
  ...valueFaults,
  ...shapeFaults,
  ...partFaults,
  ...getFaults,
  ...authFaults,
  ...openOperationFaults,
  ...scopeFaults,
  ...errorFaults,
  ...httpFaults,
  ...negotiationFaults,
  ...validatorFaults,
  ...rateFaults,
  ...hostileFaults,
  ...writeFaults,
  ...writeTimeFaults,
  ...mergingFaults,
  ...bodyFaults,
  ...bodyTypeFaults,
  ...publicationFaults,
  ...idempotencyFaults,
  ...idempotencyKeyFaults,
  ...concurrencyFaults,
  ...markdownFaults,
] as const;

/** The id of a fault. */
export type FaultId = (typeof all)[number]['id'];

/** Every fault, by family. */
export const faults: readonly (Fault & { readonly id: FaultId })[] = all;

/** The faults that break a rule. */
export const faultsOfRule = (rule: string): readonly Fault[] => faults.filter((fault) => fault.rule === rule);
