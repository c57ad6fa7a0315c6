import type { BaselineOutcome } from './baseline.js';
import type { Result } from './result.js';

/** The exit codes of the command; docs of the suite and its --help say the same. */
export const exitCodes = {
  passed: 0,
  failed: 1,
  usage: 2,
  unreachable: 3,
  nothing: 4,
  stale: 5,
  errored: 6,
} as const;

export type Verdict = 'passed' | 'failed' | 'nothing' | 'stale' | 'errored';

/** What a run comes to. Nothing executed is not a pass, and an error of the suite is no failure of the server. */
export function verdictOf(results: readonly Result[], baseline: BaselineOutcome | null): Verdict {
  const known = baseline?.known ?? new Set<Result>();
  if (results.some((result) => result.outcome === 'failed' && !known.has(result))) return 'failed';
  if (results.some(({ outcome }) => outcome === 'errored')) return 'errored';
  if ((baseline?.stale.length ?? 0) > 0) return 'stale';
  return results.some(({ outcome }) => outcome === 'passed' || outcome === 'failed') ? 'passed' : 'nothing';
}

export const verdictTexts: Readonly<Record<Verdict, string>> = {
  passed: 'passed: nothing that was executed failed',
  failed: 'failed: the server breaks a rule',
  nothing: 'nothing executed: no check could show anything, so this is not a pass',
  stale: 'stale: the baseline names failures that are none any more',
  errored: 'errored: the suite itself failed, which says nothing about the server',
};
