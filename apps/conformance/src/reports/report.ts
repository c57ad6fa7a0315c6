import { collections } from '@resource-catalogue/contracts';
import { requirements, type RuleId, ruleIds } from '../rules/requirements.js';
import type { MutationScore } from '../run/mutation-score.js';
import { type Outcome, type Result, worst } from '../run/result.js';
import type { Run } from '../run/run.js';
import { type BaselineOutcome, executedOf, verdictOf } from '../run/verdict.js';

export const outcomes: readonly Outcome[] = ['passed', 'failed', 'inconclusive', 'unsupported', 'disabled', 'errored'];

/** Outcomes that neither break a rule nor show that it is kept. */
export const isSilent = ({ outcome }: Pick<Result, 'outcome'>): boolean =>
  outcome === 'inconclusive' || outcome === 'unsupported' || outcome === 'disabled';

export const pairsOf = (results: readonly Pick<Result, 'pairs'>[]): number =>
  results.reduce((sum, { pairs }) => sum + pairs, 0);

export const effortOf = ({ requests, seconds, seed, results }: Run): string =>
  `${requests} requests in ${seconds.toFixed(1)} s, ${pairsOf(results)} pairs of a form and a place, seed ${seed}`;

export function tally(results: readonly Pick<Result, 'outcome'>[]): Record<Outcome, number> {
  const counts = { passed: 0, failed: 0, inconclusive: 0, unsupported: 0, disabled: 0, errored: 0 };
  for (const { outcome } of results) counts[outcome] += 1;
  return counts;
}

export type Report = ReturnType<typeof reportOf>;
export type RuleReport = ReturnType<typeof ruleReport>;

export const columns: readonly string[] = [...collections.map(({ name }) => name), 'server'];

export function reportOf(
  run: Run,
  baseline: BaselineOutcome | null,
  mutationScore: MutationScore | null,
  minExecuted?: number,
) {
  return {
    run,
    verdict: verdictOf(run.results, baseline, minExecuted),
    counts: tally(run.results),
    executed: executedOf(run.results),
    rules: ruleIds.map((rule) => ruleReport(rule, run.results)),
    known: baseline?.known ?? new Set<Result>(),
    stale: baseline?.stale ?? [],
    mutationScore,
  };
}

/** A rule in a run: the worst of its checks, as a whole and on each subject. A rule without a result was not looked at. */
function ruleReport(rule: RuleId, results: readonly Result[]) {
  const { text, layers, untested } = requirements[rule];
  const own = results.filter(({ rules }) => rules.includes(rule));
  const cells: Record<string, Outcome> = {};
  for (const column of columns) {
    const outcome = worst(own.filter(({ collection }) => (collection ?? 'server') === column));
    if (outcome !== null) cells[column] = outcome;
  }
  const outcome = worst(own) ?? (untested === undefined ? 'not selected' : 'untested');
  const reason = own.find((result) => result.outcome === outcome)?.reason ?? untested ?? null;
  return { rule, text, layers, outcome, reason, cells };
}
