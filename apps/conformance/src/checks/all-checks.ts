import { authChecks } from './auth.js';
import type { Check } from './check.js';
import { clientChecks } from './client.js';
import { concurrencyChecks } from './concurrency.js';
import { disguiseChecks } from './disguises.js';
import { envelopeChecks } from './envelope.js';
import { errorChecks } from './errors.js';
import { everyAnswerChecks } from './every-answer.js';
import { filterPairChecks } from './filter-pairs.js';
import { foreignCursorChecks } from './foreign-cursors.js';
import { getChecks } from './get.js';
import { headAccessChecks } from './head-access.js';
import { hostileChecks } from './hostile.js';
import { httpChecks } from './http.js';
import { limitChecks } from './limits.js';
import { modelChecks } from './model.js';
import { negativeChecks } from './negatives.js';
import { pageSizeChecks } from './page-sizes.js';
import { pagingChecks } from './paging.js';
import { rangeChecks } from './ranges.js';
import { referenceChecks } from './references.js';
import { schemaChecks } from './schema.js';
import { scriptChecks } from './scripts.js';
import { sentAgainChecks } from './sent-again.js';
import { setChecks } from './sets.js';
import { sortChecks } from './sort.js';
import { writeChecks } from './writes.js';

/** Every check, in the order in which they are listed. */
export const allChecks: readonly Check[] = [
  ...envelopeChecks,
  ...schemaChecks,
  ...pagingChecks,
  ...pageSizeChecks,
  ...foreignCursorChecks,
  ...sortChecks,
  ...setChecks,
  ...filterPairChecks,
  ...rangeChecks,
  ...referenceChecks,
  ...getChecks,
  ...authChecks,
  ...headAccessChecks,
  ...errorChecks,
  ...negativeChecks,
  ...hostileChecks,
  ...httpChecks,
  ...limitChecks,
  ...scriptChecks,
  ...clientChecks,
  ...writeChecks,
  ...disguiseChecks,
  ...sentAgainChecks,
  ...concurrencyChecks,
  ...modelChecks,
  ...everyAnswerChecks,
];
