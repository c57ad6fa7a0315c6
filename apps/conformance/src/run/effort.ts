import type { Check, Family } from '../checks/check.js';

/** Requests of one check on one subject, as the demonstration catalogue needs them on average. */
const requestsOf: Readonly<Record<Family, number>> = {
  envelope: 3,
  schema: 1,
  paging: 10,
  sort: 11,
  sets: 13,
  ranges: 21,
  references: 2,
  get: 4,
  auth: 3,
  errors: 4,
  negatives: 21,
  hostile: 16,
  http: 6,
  limits: 6,
  scripts: 9,
  client: 6,
  writes: 14,
  concurrency: 17,
  model: 37,
};

/** About how many requests some checks send. */
export function requestsFor(checks: readonly Pick<Check, 'family'>[]): number {
  return checks.reduce((sum, { family }) => sum + requestsOf[family], 0);
}
