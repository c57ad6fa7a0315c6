import { allChecks } from '../checks/all-checks.js';
import { watchesById } from '../checks/every-response.js';
import type { Check, Layer, Need } from '../kit/check.js';
import type { OperatorOptions } from '../kit/context.js';
import type { Family } from '../kit/families.js';

/** One check on one subject: the smallest unit that runs and has a result. */
export type Task = Check['subjects'][number] & { readonly check: Check };

export interface Selection {
  readonly layer?: Layer;
  readonly only?: readonly string[];
  /** The subjects: `server`, collections or operations; absent, all subjects of each check. */
  readonly subjects?: readonly string[];
  /** Runs only the cheap checks, each on one collection; together they cover every testable rule. */
  readonly quick?: boolean;
}

/** The first has ranges, sets, references and a get, but fewer rows than bookings; the second can be written. */
const quickCollections = ['training_sessions', 'projects'] as const;

/** The families that try every combination of many values. */
const longFamilies: ReadonlySet<Family> = new Set(['forms', 'model']);

/** The server, the first quick collection that the check applies to, or its first collection. */
function quickSubjects({ family, subjects, waits = false }: Check): Check['subjects'] {
  if (longFamilies.has(family) || waits) return [];
  const choices = [null, ...quickCollections].map((wanted) =>
    subjects.filter(({ collection }) => collection === wanted),
  );
  return choices.find((choice) => choice.length > 0) ?? subjects.slice(0, 1);
}

export function planTasks(
  { layer = 'extension', only = [], subjects = [], quick = false }: Selection = {},
  checks: readonly Check[] = allChecks,
): Task[] {
  const isChosen = (check: Check): boolean => {
    const names: readonly string[] = [check.id, check.family, ...check.rules];
    return (
      (layer === 'extension' || check.layer === 'core') &&
      (only.length === 0 || only.some((one) => names.includes(one)))
    );
  };
  return checks
    .filter(isChosen)
    .flatMap((check) => (quick ? quickSubjects(check) : check.subjects).map((subject) => ({ check, ...subject })))
    .filter(({ subject }) => subjects.length === 0 || subjects.includes(subject));
}

const givenByNeed: Readonly<Record<Need, keyof OperatorOptions>> = {
  writes: 'allowWrites',
  burst: 'allowBurst',
  'second-token': 'secondToken',
  'limited-token': 'limitedToken',
  'writing-token': 'writingToken',
  'revoked-token': 'revokedToken',
  'expired-token': 'expiredToken',
  'quota-token': 'quotaToken',
};

/** The required options that are missing; if none, the check can run. */
export function missingOptions({ needs = [] }: Pick<Check, 'needs'>, given: OperatorOptions): string[] {
  const lacking = needs.filter((need) => given[givenByNeed[need]] === undefined || given[givenByNeed[need]] === false);
  return lacking.map((need) => (need === 'writes' || need === 'burst' ? `--allow-${need}` : `--${need}`));
}

/** The phases run in turn, and the waiting checks beside reading and writing, because they use their own token. */
export type Phase = 'reading' | 'writing' | 'waiting' | 'exclusive' | 'last';

export function choosePhase({ check }: Task): Phase {
  if (check.id in watchesById) return 'last';
  if (check.needs?.includes('writes')) return 'writing';
  if (check.alone === true) return 'exclusive';
  return check.needs?.includes('quota-token') ? 'waiting' : 'reading';
}
