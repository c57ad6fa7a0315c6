import type { Outcome, Result } from '../run/result.js';

export const outcomes: readonly Outcome[] = ['passed', 'failed', 'inconclusive', 'unsupported', 'disabled', 'errored'];

/** How many results ended each way. */
export function tally(results: readonly Pick<Result, 'outcome'>[]): Record<Outcome, number> {
  const counts = { passed: 0, failed: 0, inconclusive: 0, unsupported: 0, disabled: 0, errored: 0 };
  for (const { outcome } of results) counts[outcome] += 1;
  return counts;
}
