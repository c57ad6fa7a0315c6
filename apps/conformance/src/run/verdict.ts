import { constants } from 'node:os';
import type { Result } from './result.js';
import type { Run } from './run.js';

/** An entry of a baseline. A subject of `*`, or none, means every subject; it is stale from the day after `until`. */
export interface KnownFailure {
  readonly check: string;
  readonly subject?: string;
  readonly reason: string;
  readonly until?: string | null;
}

export type BaselineOutcome = ReturnType<typeof compareBaseline>;

/** Compares a run with a baseline. An entry that did not fail, or has expired, is stale. */
export function compareBaseline(failures: readonly KnownFailure[], results: readonly Result[], today: Date) {
  const known = new Set<Result>();
  const stale: string[] = [];
  for (const { check, subject = '*', until = null } of failures) {
    const name = subject === '*' ? check : `${check} on ${subject}`;
    const own = results.filter((result) => result.check === check && (subject === '*' || result.subject === subject));
    const failed = own.filter(({ outcome }) => outcome === 'failed');
    if (until !== null && until < today.toISOString().slice(0, 10)) stale.push(`${name} (until ${until})`);
    else if (failed.length > 0) for (const result of failed) known.add(result);
    else if (own.some(({ outcome }) => outcome === 'passed') || own.length === 0) stale.push(name);
  }
  return { known, stale };
}

/** The exit codes of the command without a verdict, as documented in --help and the README. */
export const exitCodes = { usage: 2, unreachable: 3, errored: 6 } as const;

export const verdicts = {
  passed: { code: 0, text: 'passed: no executed check failed' },
  failed: { code: 1, text: 'failed: the server breaks a rule' },
  unfinished: { code: 3, text: 'unfinished: the run ended before its last check, so this is not a pass' },
  nothing: { code: 4, text: 'nothing executed: no check passed or failed, so this is not a pass' },
  few: { code: 4, text: 'too few executed: fewer checks than --min-executed requires, so this is not a pass' },
  stale: { code: 5, text: 'stale: the baseline lists failures that no longer occur; remove them from it' },
  errored: { code: 6, text: 'errored: the suite itself failed, so the result for the server is unknown' },
} as const;

export type Verdict = keyof typeof verdicts;

export const countExecuted = (results: readonly Pick<Result, 'outcome'>[]): number =>
  results.filter(({ outcome }) => outcome === 'passed' || outcome === 'failed').length;

/** Too few or no executed checks are not a pass; an error of the suite is not a failure of the server. */
export function reachVerdict(
  { results, unfinished }: Pick<Run, 'results' | 'unfinished'>,
  baseline: BaselineOutcome | null,
  minExecuted = 1,
): Verdict {
  if (results.some((result) => result.outcome === 'failed' && !baseline?.known.has(result))) return 'failed';
  if (unfinished !== null) return 'unfinished';
  if (results.some(({ outcome }) => outcome === 'errored')) return 'errored';
  if ((baseline?.stale.length ?? 0) > 0) return 'stale';
  const executed = countExecuted(results);
  if (executed === 0) return 'nothing';
  return executed < minExecuted ? 'few' : 'passed';
}

/** The exit code of a run; the code of a signal takes precedence over failures. */
export const toExitCode = ({ unfinished }: Pick<Run, 'unfinished'>, verdict: Verdict): number =>
  signalCode(unfinished?.signal) ?? verdicts[verdict].code;

export function signalCode(signal: string | null | undefined): number | undefined {
  const number = Object.entries(constants.signals).find(([name]) => name === signal)?.[1];
  return number === undefined ? undefined : 128 + number;
}
