import { describe, expect, it } from '@jest/globals';
import { checkOf } from '../../../src/checks/all-checks.js';
import { families } from '../../../src/checks/context/check.js';
import type { Result } from '../../../src/run/result.js';
import type { DatasetSize } from '@resource-catalogue/reference-server';
import type { MutantOptions } from '../../start-mutant.js';
import { exhaustive, manySeeds } from '../../../test/exhaustive.js';
import { idsOf, parts, wholeChecks } from '../../../test/sample.js';
import { type Measurement, measure, measureInTurn } from '../measure.js';

/** Outcomes that a sound server must not have. */
export const broken = (results: readonly Result[]): string[] =>
  results
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'errored')
    .map(({ check, subject, reason }) => `${check} on ${subject}: ${reason}`);

/** All families but the one that waits for windows to pass. */
const quick = families.filter((family) => family !== 'limits');

/** Everything on every collection or, in the main run, what it takes of the suite. */
export async function measureAll(options: MutantOptions, choice: Measurement): Promise<readonly Result[]> {
  if (exhaustive) return measure(options, choice);
  const { only = families } = choice;
  const isChosen = (id: string): boolean => only.includes(checkOf(id)?.family ?? '');
  const sample = [...parts, { only: idsOf(wholeChecks) }];
  return measureInTurn(
    options,
    sample.map((part) => ({ ...choice, ...part, only: part.only.filter(isChosen) })),
  );
}

/** A run is thousands of requests, all in one process: on a busy machine that takes its time. */
export const timeout = 900_000;

/** The sample of the main run: a poor dataset and an empty one, besides the rich one of `soundness.e2e.spec.ts`. */
const fewSeeds = [3, 6];

/** A rich dataset costs as much as three poor ones, so that there are few of them. */
function sizeAt(index: number): DatasetSize {
  if (index % 24 === 0) return 'rich';
  return index % 2 === 0 ? 'empty' : 'poor';
}

/** Half of the seeds, so that two files can be run at a time; with odd ones the server is below a path. */
export function proveSoundness(half: 'odd' | 'even'): void {
  const basePath = half === 'odd' ? '/catalogue' : '';
  const seeds = Array.from({ length: manySeeds / 2 }, (_, index) => ({
    seed: 2 * index + (half === 'odd' ? 1 : 2),
    size: sizeAt(index),
  })).filter(({ seed }) => exhaustive || fewSeeds.includes(seed));
  describe('the reference server', () => {
    it.each(seeds)(
      `${basePath && `below ${basePath} `}passes with the choices and the $size dataset of seed $seed`,
      async ({ seed, size }) => {
        expect(broken(await measureAll({ size, seed, basePath }, { seed, only: quick, inProcess: true }))).toEqual([]);
      },
      timeout,
    );
  });
}
