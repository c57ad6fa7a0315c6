import { findCheck } from '../../src/checks/all-checks.js';
import type { Family } from '../../src/kit/families.js';
import { everyAnswer } from '../../src/checks/every-answer/every-answer.js';
import { killedMutants } from './recorded-kills.js';
import type { Result } from '../../src/run/result.js';
import { mutants } from '../all-mutants.js';
import { familyRules } from '../mutant.js';
import { openMutants } from '../open-mutants.js';
import { measure } from './measure.js';

export type ClosedMutant = (typeof mutants)[number];

export const closedMutants: readonly ClosedMutant[] = mutants.filter(({ id }) => openMutants[id] === undefined);

const known = killedMutants();

/** Maximum number of checks to try: on a busy machine a check that depends on time may miss the mutant. */
const maxTries = 3;

/** The checks of a mutant's own families that are recorded as killing it, the cheapest first. */
export function findKillers({ id, family }: ClosedMutant): (readonly [check: string, subjects: readonly string[]])[] {
  const own: readonly (Family | undefined)[] = familyRules[family];
  return Object.entries(known.get(id) ?? {}).filter(([check]) => own.includes(findCheck(check)?.family));
}

/**
 * Runs the cheapest recorded killers of a mutant, then its whole families if none kills it. Checks of every response
 * always need whole families.
 */
export async function killCheaply(mutant: ClosedMutant): Promise<readonly Result[]> {
  const killers = findKillers(mutant).filter(([check]) => !(check in everyAnswer));
  for (const [check, subjects] of killers.slice(0, maxTries)) {
    const choice = { only: [check], subjects: subjects.slice(0, 1), inProcess: true };
    const results = await measure({ size: 'rich', mutant: mutant.id }, choice);
    if (results.some(({ outcome }) => outcome === 'failed' || outcome === 'errored')) return results;
  }
  return runOwnFamilies(mutant);
}

export const runOwnFamilies = ({ id, family }: ClosedMutant): Promise<readonly Result[]> =>
  measure({ size: 'rich', mutant: id }, { only: familyRules[family], inProcess: true });
