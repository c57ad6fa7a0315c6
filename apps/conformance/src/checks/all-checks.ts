import type { RuleId } from '../rules/requirements.js';
import { authChecks } from './auth.js';
import { clientChecks } from './client.js';
import { concurrencyChecks } from './concurrency.js';
import { type Check, type Checks, inFamily } from '../kit/check.js';
import { families, type Family } from '../kit/families.js';
import { envelopeChecks } from './envelope.js';
import { errorChecks } from './errors.js';
import { everyResponseChecks } from './every-response.js';
import { bodyFormChecks } from './forms-body.js';
import { filterFormChecks } from './forms-filter.js';
import { getChecks } from './get.js';
import { hostileChecks } from './hostile.js';
import { httpChecks } from './http.js';
import { limitChecks } from './limits.js';
import { modelChecks } from './model.js';
import { negativeChecks } from './negatives.js';
import { pagingChecks } from './paging.js';
import { rangeChecks } from './ranges.js';
import { referenceChecks } from './references.js';
import { schemaChecks } from './schema.js';
import { setChecks } from './sets.js';
import { sortChecks } from './sort.js';
import { writeChecks } from './writes.js';

const checksByFamily: Readonly<Record<Family, Checks>> = {
  envelope: envelopeChecks,
  schema: schemaChecks,
  paging: pagingChecks,
  sort: sortChecks,
  sets: setChecks,
  ranges: rangeChecks,
  references: referenceChecks,
  get: getChecks,
  auth: authChecks,
  errors: errorChecks,
  negatives: negativeChecks,
  hostile: hostileChecks,
  http: httpChecks,
  limits: limitChecks,
  forms: { ...filterFormChecks, ...bodyFormChecks },
  client: clientChecks,
  writes: writeChecks,
  concurrency: concurrencyChecks,
  model: modelChecks,
};

export const allChecks: readonly Check[] = [
  ...families.flatMap((family) => inFamily(family, checksByFamily[family])),
  ...everyResponseChecks,
];

/** The checks of a rule; empty only if `requirements` gives a reason. */
export function checksOfRule(rule: RuleId): Check[] {
  return allChecks.filter(({ rules }) => rules.includes(rule));
}

export function findCheck(id: string): Check | undefined {
  return allChecks.find((check) => check.id === id);
}
