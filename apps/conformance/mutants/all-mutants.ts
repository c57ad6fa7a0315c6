import { accessMutants } from './access.js';
import { filterMutants } from './filters.js';
import { httpMutants } from './http.js';
import { listMutants } from './lists.js';
import type { Mutant } from './mutant.js';
import { repeatedWriteMutants } from './repeated-writes.js';
import { rowMutants } from './rows.js';
import { writeMutants } from './writes.js';

const all = [
  ...listMutants,
  ...filterMutants,
  ...rowMutants,
  ...accessMutants,
  ...httpMutants,
  ...writeMutants,
  ...repeatedWriteMutants,
] as const;

export type MutantId = (typeof all)[number]['id'];

export const mutants: readonly (Mutant & { readonly id: MutantId })[] = all;
