import type { BaselineOutcome } from './baseline.js';
import type { Result } from './result.js';

/** The exit codes of the command; docs of the suite and its --help say the same. */
export const exitCodes = {
  passed: 0,
  failed: 1,
  usage: 2,
  unreachable: 3,
  nothing: 4,
  few: 4,
  stale: 5,
  errored: 6,
} as const;

export type Verdict = 'passed' | 'failed' | 'nothing' | 'few' | 'stale' | 'errored';

/** How many results say something of the server: those that passed and those that failed. */
export function executedOf(results: readonly Pick<Result, 'outcome'>[]): number {
  return results.filter(({ outcome }) => outcome === 'passed' || outcome === 'failed').length;
}

/**
 * What a run comes to. Nothing executed is not a pass, nor is less than was asked for; an error of the suite is no failure
 * of the server.
 */
export function verdictOf(results: readonly Result[], baseline: BaselineOutcome | null, minExecuted = 1): Verdict {
  const known = baseline?.known ?? new Set<Result>();
  if (results.some((result) => result.outcome === 'failed' && !known.has(result))) return 'failed';
  if (results.some(({ outcome }) => outcome === 'errored')) return 'errored';
  if ((baseline?.stale.length ?? 0) > 0) return 'stale';
  const executed = executedOf(results);
  if (executed === 0) return 'nothing';
  return executed < minExecuted ? 'few' : 'passed';
}

export const verdictTexts: Readonly<Record<Verdict, string>> = {
  passed: 'passed: no executed check failed',
  failed: 'failed: the server breaks a rule',
  nothing: 'nothing executed: no check passed or failed, so this is not a pass',
  few: 'too few executed: fewer checks than --min-executed demands, so this is not a pass',
  stale: 'stale: the baseline lists failures that no longer occur; remove them from it',
  errored: 'errored: the suite itself failed, which says nothing about the server',
};
