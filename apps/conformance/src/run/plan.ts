import { collections } from '@resource-catalogue/contracts';
import type { Check, Layer, Need } from '../checks/check.js';
import { allChecks } from '../checks/all-checks.js';
import { nameOf, type Operation, operations } from '../checks/operations.js';
import type { Given, Trial } from '../checks/trial.js';
import type { RuleId } from '../registry/rule-ids.js';
import { subjectOf } from '../checks/subject.js';
import type { CollectionName } from '@resource-catalogue/contracts';

/** One check on one subject: the smallest thing that runs and has a result. */
export interface Task {
  readonly check: Check;
  readonly subject: string;
  readonly collection: CollectionName | null;
  run(trial: Trial): Promise<void>;
}

export interface Selection {
  readonly layer?: Layer;
  /** Rules, checks or families; without any, everything. */
  readonly only?: readonly string[];
  /** `server`, collections or operations; without any, all subjects of each check. */
  readonly subjects?: readonly string[];
}

/** The checks of a selection: of the seed layer alone, or of both; of some rules, or of all. */
export function selectChecks({ layer = 'ours', only = [] }: Selection, checks: readonly Check[] = allChecks): Check[] {
  return checks.filter((check) => {
    if (layer === 'seed' && check.layer !== 'seed') return false;
    const names: readonly string[] = [check.id, check.family, ...check.rules];
    return only.length === 0 || only.some((name) => names.includes(name));
  });
}

/** The tasks of the checks, on all subjects or on some, in the order in which reports show them. */
export function tasksOf(checks: readonly Check[], { subjects = [] }: Selection = {}): Task[] {
  const all = checks.flatMap((check): Task[] => {
    switch (check.scope) {
      case 'server':
        return [{ check, subject: 'server', collection: null, run: (trial) => check.run(trial) }];
      case 'collection':
        return collections
          .filter((contract) => check.applies?.(contract) ?? true)
          .map(({ name }) => ({ check, subject: name, collection: name, run: (trial) => runOn(check, name, trial) }));
      case 'operation':
        return operations
          .filter((operation) => check.applies?.(operation) ?? true)
          .map((operation: Operation) => ({
            check,
            subject: nameOf(operation),
            collection: operation.contract.name,
            run: (trial) => check.run(trial, operation),
          }));
    }
  });
  return subjects.length === 0 ? all : all.filter(({ subject }) => subjects.includes(subject));
}

async function runOn(check: Check & { scope: 'collection' }, name: CollectionName, trial: Trial): Promise<void> {
  const census = trial.census.get(name);
  await check.run(trial, subjectOf(trial.need(census, `no census of ${name}`)));
}

const wishes: Readonly<Record<Need, (given: Given) => boolean>> = {
  writes: ({ allowWrites }) => allowWrites === true,
  burst: ({ allowBurst }) => allowBurst === true,
  'second-token': ({ secondToken }) => secondToken !== undefined,
  'limited-token': ({ limitedToken }) => limitedToken !== undefined,
  'revoked-token': ({ revokedToken }) => revokedToken !== undefined,
  'expired-token': ({ expiredToken }) => expiredToken !== undefined,
  'quota-token': ({ quotaToken }) => quotaToken !== undefined,
};

const options: Readonly<Record<Need, string>> = {
  writes: '--allow-writes',
  burst: '--allow-burst',
  'second-token': '--second-token',
  'limited-token': '--limited-token',
  'revoked-token': '--revoked-token',
  'expired-token': '--expired-token',
  'quota-token': '--quota-token',
};

/** The options that the operator did not give and a check needs; none means that it can run. */
export function missing(check: Check, given: Given): string[] {
  return (check.needs ?? []).filter((need) => !wishes[need](given)).map((need) => options[need]);
}

/** Which rules a selection is about. */
export function rulesOf(checks: readonly Check[]): Set<RuleId> {
  return new Set(checks.flatMap(({ rules }) => rules));
}
