import { describe, expect, it } from '@jest/globals';
import { type ClosedMutant, closedMutants, killCheaply, findKillers } from '../killers.js';
import type { MutantFamily } from '../../mutant.js';
import { grouped } from '../../../src/grouped.js';
import { exhaustive } from '../../../test/exhaustive.js';

/** Families with about half of the total cost; each half has its own test file, so that both can run in parallel. */
export const listFamilies: readonly MutantFamily[] = [
  'envelope',
  'paging',
  'limit',
  'sort',
  'set-filter',
  'range',
  'reference',
  'shape',
];

/** Sampling rate within a family: every mutant in an exhaustive run, one in 16 in the main run. */
const oneOf = exhaustive ? 1 : 16;

/** The sampled mutants of every family. */
const met: readonly ClosedMutant[] = [...grouped(closedMutants, ({ family }) => family)].flatMap(([, own]) =>
  own.filter((_, index) => index % oneOf === 0),
);

/** Mutants that show only after some time, so they run concurrently. */
export const waitingMutants = met.filter(({ family }) => family === 'rate');

/** Expects a check that killed the mutant in `npm run mutation-score` to kill it again. */
export async function expectKilled(mutant: ClosedMutant): Promise<void> {
  expect(findKillers(mutant)).not.toEqual([]);
  const outcomes = (await killCheaply(mutant)).map(({ outcome }) => outcome);
  expect(outcomes).toContain('failed');
  expect(outcomes).not.toContain('errored');
}

export function proveMutantsKilled(isOwn: (family: MutantFamily) => boolean): void {
  const own = met.filter((mutant) => isOwn(mutant.family) && !waitingMutants.includes(mutant));
  describe('every known mutant', () => {
    it.each(own)('$id is killed by a check of its own family', expectKilled);
  });
}
