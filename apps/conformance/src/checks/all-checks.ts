import type { Check } from './check.js';
import { envelopeChecks } from './envelope.js';
import { everyAnswerChecks } from './every-answer.js';
import { pagingChecks } from './paging.js';
import { rangeChecks } from './ranges.js';
import { setChecks } from './sets.js';
import { sortChecks } from './sort.js';

/** Every check, in the order in which they are listed. */
export const allChecks: readonly Check[] = [
  ...envelopeChecks,
  ...pagingChecks,
  ...sortChecks,
  ...setChecks,
  ...rangeChecks,
  ...everyAnswerChecks,
];
