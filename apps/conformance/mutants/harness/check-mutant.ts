import { watchesById } from '../../src/checks/every-response.js';
import { findCheck } from '../../src/checks/all-checks.js';
import type { Result } from '../../src/run/result.js';
import type { MutantId } from '../all-mutants.js';
import type { Mutant } from '../mutant.js';
import { measure } from './measure.js';

/** Runs the checks that must fail, or their families if they watch the responses to other checks. */
export function checkMutant({ id, killedBy }: Mutant & { readonly id: MutantId }): Promise<readonly Result[]> {
  const only = killedBy.map((check) => (check in watchesById ? (findCheck(check)?.family ?? check) : check));
  return measure({ size: 'rich', mutant: id }, { only, inProcess: true });
}

/** The checks with this outcome. */
export const checksWith = (outcome: Result['outcome'], results: readonly Result[]): string[] => [
  ...new Set(results.filter((result) => result.outcome === outcome).map(({ check }) => check)),
];
