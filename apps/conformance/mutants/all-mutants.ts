import { authMutants } from './auth.js';
import { bodyMutants } from './bodies.js';
import { concurrencyMutants } from './concurrency.js';
import { envelopeMutants } from './envelope.js';
import { errorMutants } from './errors.js';
import { formMutants } from './forms.js';
import type { Mutant } from './mutant.js';
import { getMutants } from './get.js';
import { hostileMutants } from './hostile.js';
import { httpMutants } from './http.js';
import { idempotencyMutants } from './idempotency.js';
import { limitMutants } from './limit.js';
import { markdownMutants } from './markdown.js';
import { pagingMutants } from './paging.js';
import { publicationMutants } from './publication.js';
import { rangeMutants } from './range.js';
import { rateMutants } from './rate.js';
import { referenceMutants } from './references.js';
import { setFilterMutants } from './set-filters.js';
import { shapeMutants } from './shapes.js';
import { sortMutants } from './sort.js';
import { writeMutants } from './writes.js';

const all = [
  ...envelopeMutants,
  ...pagingMutants,
  ...limitMutants,
  ...sortMutants,
  ...setFilterMutants,
  ...rangeMutants,
  ...referenceMutants,
  ...shapeMutants,
  ...getMutants,
  ...authMutants,
  ...errorMutants,
  ...httpMutants,
  ...rateMutants,
  ...hostileMutants,
  ...writeMutants,
  ...bodyMutants,
  ...publicationMutants,
  ...idempotencyMutants,
  ...concurrencyMutants,
  ...markdownMutants,
  ...formMutants,
] as const;

export type MutantId = (typeof all)[number]['id'];

export const mutants: readonly (Mutant & { readonly id: MutantId })[] = all;
