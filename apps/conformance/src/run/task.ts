import type { Check } from '../kit/check.js';

/** One check on one subject: the smallest unit that runs and has a result. */
export type Task = Check['subjects'][number] & { readonly check: Check };
