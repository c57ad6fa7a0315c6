import type { Outcome, Result } from '../run/result.js';
import type { Run } from '../run/run.js';

export const outcomes: readonly Outcome[] = ['passed', 'failed', 'inconclusive', 'unsupported', 'disabled', 'errored'];

/** Outcomes that neither break a rule nor show that it is kept. */
export const isSilent = ({ outcome }: Pick<Result, 'outcome'>): boolean =>
  outcome === 'inconclusive' || outcome === 'unsupported' || outcome === 'disabled';

/** How many pairs of a form of a value and a place for it were looked at. */
export const pairsOf = (results: readonly Pick<Result, 'pairs'>[]): number =>
  results.reduce((sum, { pairs }) => sum + pairs, 0);

export const effortOf = ({ requests, seconds, seed, results }: Run): string =>
  `${requests} requests in ${seconds.toFixed(1)} s, ${pairsOf(results)} pairs of a form and a place, seed ${seed}`;

export function tally(results: readonly Pick<Result, 'outcome'>[]): Record<Outcome, number> {
  const counts = { passed: 0, failed: 0, inconclusive: 0, unsupported: 0, disabled: 0, errored: 0 };
  for (const { outcome } of results) counts[outcome] += 1;
  return counts;
}
