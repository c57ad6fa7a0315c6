import { allChecks } from '../checks/all-checks.js';
import type { Check, Given, Layer, Need } from '../checks/context/check.js';

/** One check on one subject: the smallest thing that runs and has a result. */
export type Task = Check['subjects'][number] & { readonly check: Check };

export interface Selection {
  readonly layer?: Layer;
  readonly only?: readonly string[];
  /** `server`, collections or operations; without any, all subjects of each check. */
  readonly subjects?: readonly string[];
}

export function selectChecks({ layer = 'ours', only = [] }: Selection, checks: readonly Check[] = allChecks): Check[] {
  return checks.filter((check) => {
    if (layer === 'seed' && check.layer !== 'seed') return false;
    const names: readonly string[] = [check.id, check.family, ...check.rules];
    return only.length === 0 || only.some((name) => names.includes(name));
  });
}

export const tasksOf = (checks: readonly Check[], { subjects = [] }: Selection = {}): Task[] =>
  checks
    .flatMap((check) => check.subjects.map((subject) => ({ check, ...subject })))
    .filter(({ subject }) => subjects.length === 0 || subjects.includes(subject));

const keyOf: Readonly<Record<Need, keyof Given>> = {
  writes: 'allowWrites',
  burst: 'allowBurst',
  'second-token': 'secondToken',
  'limited-token': 'limitedToken',
  'revoked-token': 'revokedToken',
  'expired-token': 'expiredToken',
  'quota-token': 'quotaToken',
};

/** The options that the operator did not give and a check needs; none means that it can run. */
export function missing({ needs = [] }: Pick<Check, 'needs'>, given: Given): string[] {
  const lacking = needs.filter((need) => given[keyOf[need]] === undefined || given[keyOf[need]] === false);
  return lacking.map((need) => (need === 'writes' || need === 'burst' ? `--allow-${need}` : `--${need}`));
}
