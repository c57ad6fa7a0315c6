import type { RuleId } from '../rules/requirements.js';
import { authChecks } from './auth/auth.js';
import { clientChecks } from './client/client.js';
import { concurrencyChecks } from './concurrency/concurrency.js';
import { type Check, type Checks, inFamily } from '../kit/check.js';
import { families, type Family } from '../kit/families.js';
import { envelopeChecks } from './envelope/envelope.js';
import { errorChecks } from './errors/errors.js';
import { everyAnswerChecks } from './every-answer/every-answer.js';
import { badFormChecks } from './forms/bad-forms.js';
import { bodyFormChecks } from './forms/body-forms.js';
import { filterFormChecks } from './forms/filter-forms.js';
import { headerFormChecks } from './forms/header-forms.js';
import { getChecks } from './get/get.js';
import { hostileChecks } from './hostile/hostile.js';
import { httpChecks } from './http/http.js';
import { limitChecks } from './limits/limits.js';
import { modelChecks } from './model/model.js';
import { negativeChecks } from './negatives/negatives.js';
import { pagingChecks } from './paging/paging.js';
import { rangeChecks } from './ranges/ranges.js';
import { referenceChecks } from './references/references.js';
import { schemaChecks } from './schema/schema.js';
import { setChecks } from './sets/sets.js';
import { sortChecks } from './sort/sort.js';
import { writeChecks } from './writes/writes.js';

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
  forms: { ...filterFormChecks, ...badFormChecks, ...headerFormChecks, ...bodyFormChecks },
  client: clientChecks,
  writes: writeChecks,
  concurrency: concurrencyChecks,
  model: modelChecks,
};

export const allChecks: readonly Check[] = [
  ...families.flatMap((family) => inFamily(family, checksByFamily[family])),
  ...everyAnswerChecks,
];

/** The checks of a rule; empty only if `requirements` gives a reason. */
export function checksOfRule(rule: RuleId): Check[] {
  return allChecks.filter(({ rules }) => rules.includes(rule));
}

export function findCheck(id: string): Check | undefined {
  return allChecks.find((check) => check.id === id);
}
