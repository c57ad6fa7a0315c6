import { allChecks } from '../checks/all-checks.js';
import { everyAnswer } from '../checks/every-answer/every-answer.js';
import { type Check, type Given, type Layer, type Need, requestsOf } from '../checks/context/check.js';
import { idOfResult } from './result.js';

/** One check on one subject: the smallest thing that runs and has a result. */
export type Task = Check['subjects'][number] & { readonly check: Check };

export interface Selection {
  readonly layer?: Layer;
  readonly only?: readonly string[];
  /** `server`, collections or operations; without any, all subjects of each check. */
  readonly subjects?: readonly string[];
  /** The cheap checks alone, each on one collection: they look at every rule that can be tested. */
  readonly quick?: boolean;
}

/** The first one has ranges, sets, references and a get; the other one is written. */
const quickCollections = ['bookings', 'projects'] as const;

/** A family that sends more requests than this on one subject is not quick. */
const quickRequests = 40;

/** The server, or the first of the quick collections that the check looks at, or the first one that it has. */
function quickSubjects({ family, subjects }: Check): Check['subjects'] {
  if (requestsOf[family] > quickRequests) return [];
  const choices = [null, ...quickCollections].map((wanted) =>
    subjects.filter(({ collection }) => collection === wanted),
  );
  return choices.find((choice) => choice.length > 0) ?? subjects.slice(0, 1);
}

export function selectChecks({ layer = 'ours', only = [] }: Selection, checks: readonly Check[] = allChecks): Check[] {
  return checks.filter((check) => {
    if (layer === 'seed' && check.layer !== 'seed') return false;
    const names: readonly string[] = [check.id, check.family, ...check.rules];
    return only.length === 0 || only.some((name) => names.includes(name));
  });
}

export const tasksOf = (checks: readonly Check[], { subjects = [], quick = false }: Selection = {}): Task[] =>
  checks
    .flatMap((check) => (quick ? quickSubjects(check) : check.subjects).map((subject) => ({ check, ...subject })))
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

export const idOfTask = ({ check, subject }: Task): string => idOfResult({ check: check.id, subject });

/** About how many requests those of these tasks send that can run. */
export const requestsFor = (tasks: readonly Task[], given: Given): number =>
  tasks.reduce((sum, { check }) => sum + (missing(check, given).length === 0 ? requestsOf[check.family] : 0), 0);

/** Checks of one phase may run beside each other; the phases come one after the other. */
export type Phase = 'reading' | 'exclusive' | 'waiting' | 'writing' | 'last';

export function phaseOf({ check }: Task): Phase {
  if (check.id in everyAnswer) return 'last';
  if (check.needs?.includes('writes')) return 'writing';
  if (check.alone === true) return 'exclusive';
  return check.needs?.includes('quota-token') ? 'waiting' : 'reading';
}
