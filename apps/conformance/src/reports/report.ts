import { findCheck } from '../checks/all-checks.js';
import { requirements, type RuleId, ruleIds } from '../rules/requirements.js';
import { resultId, type Outcome, type Result } from '../run/result.js';
import type { Run } from '../run/run.js';
import { type BaselineOutcome, countExecuted, toExitCode, reachVerdict } from '../run/verdict.js';
import { groupFailures } from './failures.js';

export const outcomes: readonly Outcome[] = ['passed', 'failed', 'inconclusive', 'unsupported', 'disabled', 'errored'];

/** The worst of several outcomes becomes that of their rule. */
const worstFirst: readonly Outcome[] = ['failed', 'errored', 'inconclusive', 'passed', 'unsupported', 'disabled'];

/** Whether an outcome shows neither a violation nor a pass. */
export const isUndecided = ({ outcome }: Pick<Result, 'outcome'>): boolean =>
  outcome === 'inconclusive' || outcome === 'unsupported' || outcome === 'disabled';

export const describeEffort = ({ requests, seconds, seed }: Run): string =>
  `${requests} requests in ${seconds.toFixed(1)} s, seed ${seed}`;

export const countPlanned = ({ results, unfinished }: Run): number =>
  results.length + (unfinished?.remaining.length ?? 0);

/** Describes an early end, outages of the server and changes of the data, in sentences. */
export function describeIncidents({ unfinished, outages, unavailable, changed }: Run): string[] {
  const lines = outages.map(({ at, seconds, reason, recovered, requests }) => {
    const checks = [...new Set(requests.map(resultId))].join(', ');
    const ending = recovered ? `It responded again after ${seconds.toFixed(1)} s.` : 'It has not responded since.';
    return `${at}: ${reason} ${ending}${checks === '' ? '' : ` Without a response: ${checks}.`}`;
  });
  if (unavailable > 0) lines.push(`Waited after 503 with Retry-After: ${unavailable} times.`);
  if (changed.length > 0) lines.push(`The data changed meanwhile: ${changed.join(', ')}.`);
  if (unfinished) lines.push(`Unfinished: ${unfinished.reason}. ${unfinished.remaining.length} checks remain.`);
  return lines;
}

export function tally(results: readonly Pick<Result, 'outcome'>[]): Record<Outcome, number> {
  const counts = { passed: 0, failed: 0, inconclusive: 0, unsupported: 0, disabled: 0, errored: 0 };
  for (const { outcome } of results) counts[outcome] += 1;
  return counts;
}

export const describeCounts = (counts: ReturnType<typeof tally>): string =>
  outcomes.map((outcome) => `${counts[outcome]} ${outcome}`).join(', ');

export type Report = ReturnType<typeof makeReport>;

export function makeReport(run: Run, baseline: BaselineOutcome | null, minExecuted?: number) {
  const verdict = reachVerdict(run, baseline, minExecuted);
  return {
    run,
    verdict,
    exitCode: toExitCode(run, verdict),
    counts: tally(run.results),
    executed: countExecuted(run.results),
    rules: ruleIds.map((rule) => ruleReport(rule, run)),
    groups: groupFailures(run.results),
    known: baseline?.known ?? new Set<Result>(),
    // Known failures may be among the checks that an unfinished run did not reach.
    stale: run.unfinished ? [] : (baseline?.stale ?? []),
  };
}

/** The worst outcome of the checks of a rule; without a result, the reason. */
function ruleReport(rule: RuleId, { results, unfinished }: Run) {
  const { text, layers, untested } = requirements[rule];
  const own = results.filter(({ rules }) => rules.includes(rule));
  const isLeft = unfinished?.remaining.some((id) => findCheck(id.split('/')[0] ?? '')?.rules.includes(rule)) === true;
  const ended = worstFirst.find((one) => own.some((result) => result.outcome === one));
  const isFailed = ended === 'failed' || ended === 'errored';
  const silent = untested === undefined ? 'not selected' : 'untested';
  const outcome = isLeft && !isFailed ? 'unfinished' : (ended ?? silent);
  const reason = own.find((result) => result.outcome === outcome)?.reason ?? untested ?? null;
  return { rule, text, layers, outcome, reason };
}
