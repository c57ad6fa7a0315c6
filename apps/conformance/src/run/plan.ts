import { collections, type CollectionName } from '@resource-catalogue/contracts';
import type { Check, Layer, Need, Given, CheckContext } from '../checks/context/check.js';
import { allChecks } from '../checks/all-checks.js';
import { nameOf, operations } from '../checks/context/subject.js';

/** One check on one subject: the smallest thing that runs and has a result. */
export interface Task {
  readonly check: Check;
  readonly subject: string;
  readonly collection: CollectionName | null;
  run(context: CheckContext): Promise<void>;
}

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

export function tasksOf(checks: readonly Check[], { subjects = [] }: Selection = {}): Task[] {
  return checks.flatMap(tasksOfCheck).filter(({ subject }) => subjects.length === 0 || subjects.includes(subject));
}

function tasksOfCheck(check: Check): Task[] {
  switch (check.scope) {
    case 'server':
      return [{ check, subject: 'server', collection: null, run: async (context) => check.run(context) }];
    case 'collection':
      return collections
        .filter((contract) => check.applies?.(contract) ?? true)
        .map(({ name }) => {
          const run = async (context: CheckContext) => check.run(context, context.subject(name));
          return { check, subject: name, collection: name, run };
        });
    case 'operation':
      return operations
        .filter((operation) => check.applies?.(operation) ?? true)
        .map((operation) => {
          const run = async (context: CheckContext) => check.run(context, operation);
          return { check, subject: nameOf(operation), collection: operation.contract.name, run };
        });
  }
}

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
