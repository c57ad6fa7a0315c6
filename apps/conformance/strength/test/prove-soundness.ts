import { describe, expect, it } from '@jest/globals';
import { families } from '../../src/checks/check.js';
import type { Result } from '../../src/run/result.js';
import type { WorldKind } from '../../self-test/server/world/size.js';
import { measure } from '../measure.js';

/** What a sound server must not meet. */
export const broken = (results: readonly Result[]): string[] =>
  results
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'errored')
    .map(({ check, subject, reason }) => `${check} on ${subject}: ${reason}`);

/** All families but the one that waits for windows to pass. */
export const quick = families.filter((family) => family !== 'limits');

/** A run is thousands of requests, all in one process: on a busy machine that takes its time. */
export const patience = 300_000;

const manySeeds = 50;

/** A rich world costs as much as three poor ones, so that there are few of them. */
function worldAt(index: number): WorldKind {
  if (index % 24 === 0) return 'rich';
  return index % 2 === 0 ? 'empty' : 'poor';
}

/** Half of the seeds: each half is a file of its own, so that two can be run at a time. */
export function proveSoundness(half: 'odd' | 'even'): void {
  const seeds = Array.from({ length: manySeeds / 2 }, (_, index) => ({
    seed: 2 * index + (half === 'odd' ? 1 : 2),
    world: worldAt(index),
  }));
  describe('a server without a fault', () => {
    it.each(seeds)(
      'passes with the choices and the $world world of seed $seed',
      async ({ seed, world }) => {
        expect(broken(await measure({ world, seed }, { seed, only: quick, shortcut: true }))).toEqual([]);
      },
      patience,
    );
  });
}
