import { describe, expect, it } from '@jest/globals';
import { type ClosedMutant, closedMutants, killCheaply, killersOf } from '../killers.js';
import type { MutantFamily } from '../../mutant.js';
import { grouped } from '../../../src/grouped.js';
import { exhaustive } from '../../../test/exhaustive.js';

/** About half of the mutants, by what they cost: each half is a separate file, so that two can run at a time. */
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

/** In the main run, one of so many mutants of a family stands for the others. */
const oneOf = exhaustive ? 1 : 16;

/** The mutants that are met, of every family. */
const met: readonly ClosedMutant[] = [...grouped(closedMutants, ({ family }) => family)].flatMap(([, own]) =>
  own.filter((_, index) => index % oneOf === 0),
);

/** Those that show only after some time, so that many are met at once. */
export const waitingMutants = met.filter(({ family }) => family === 'rate');

/** The quickest check that killed a mutant when `npm run mutation-score` ran whole families must do it again. */
export async function expectKilled(mutant: ClosedMutant): Promise<void> {
  expect(killersOf(mutant)).not.toEqual([]);
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
