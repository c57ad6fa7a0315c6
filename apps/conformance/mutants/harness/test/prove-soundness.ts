import { describe, expect, it } from '@jest/globals';
import { findCheck } from '../../../src/checks/all-checks.js';
import { families } from '../../../src/kit/families.js';
import type { Result } from '../../../src/run/result.js';
import type { DatasetSize } from '@resource-catalogue/reference-server';
import type { MutantOptions } from '../../start-mutant.js';
import { isExhaustive, seedCount } from '../../../test/exhaustive.js';
import { checkIds, parts, wholeChecks } from '../../../test/sample.js';
import { type Measurement, measure, measureInTurn } from '../measure.js';

/** The results that a sound server must not have, in words. */
export const listFailures = (results: readonly Result[]): string[] =>
  results
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'errored')
    .map(({ check, subject, reason }) => `${check} on ${subject}: ${reason}`);

/** All families except `limits`, which waits for quota windows. */
const quick = families.filter((family) => family !== 'limits');

/** Runs everything in an exhaustive run, and the sample of the suite in the main run. */
export async function measureAll(options: MutantOptions, choice: Measurement): Promise<readonly Result[]> {
  if (isExhaustive) return measure(options, choice);
  const { only = families } = choice;
  const isChosen = (id: string): boolean => only.includes(findCheck(id)?.family ?? '');
  const sample = [...parts, { only: checkIds(wholeChecks) }];
  return measureInTurn(
    options,
    sample.map((part) => ({ ...choice, ...part, only: part.only.filter(isChosen) })),
  );
}

/** Milliseconds for a run of thousands of requests in one process, on a busy machine. */
export const timeout = 900_000;

/** Seeds of the main run, with a poor and an empty dataset; `soundness.e2e.spec.ts` uses a rich one. */
const fewSeeds = [3, 6];

/** Mostly poor and empty datasets, because a rich one costs as much as three poor ones. */
function sizeAt(index: number): DatasetSize {
  if (index % 24 === 0) return 'rich';
  return index % 2 === 0 ? 'empty' : 'poor';
}

/** Runs half of the seeds, so that two files can run in parallel; with odd seeds the server is below a path. */
export function proveSoundness(half: 'odd' | 'even'): void {
  const basePath = half === 'odd' ? '/catalogue' : '';
  const seeds = Array.from({ length: seedCount / 2 }, (_, index) => ({
    seed: 2 * index + (half === 'odd' ? 1 : 2),
    size: sizeAt(index),
  })).filter(({ seed }) => isExhaustive || fewSeeds.includes(seed));
  describe('the reference server', () => {
    it.each(seeds)(
      `${basePath && `below ${basePath} `}passes with the choices and the $size dataset of seed $seed`,
      async ({ seed, size }) => {
        expect(
          listFailures(await measureAll({ size, seed, basePath }, { seed, only: quick, inProcess: true })),
        ).toEqual([]);
      },
      timeout,
    );
  });
}
