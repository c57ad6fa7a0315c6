import type { Check } from '../kit/check.js';
import { idOfResult } from './result.js';

/** One check on one subject: the smallest unit that runs and has a result. */
export type Task = Check['subjects'][number] & { readonly check: Check };

export const idOfTask = ({ check, subject }: Task): string => idOfResult({ check: check.id, subject });
