import { describe, expect, it } from '@jest/globals';
import { families } from '../src/checks/check.js';
import { measure } from './measure.js';
import type { Result } from '../src/run/result.js';

const broken = (results: readonly Result[]): string[] =>
  results
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'errored')
    .map(({ check, subject, reason }) => `${check} on ${subject}: ${reason}`);

/** All families but the one that waits for windows to pass. */
const quick = families.filter((family) => family !== 'limits');

describe('a server without a fault', () => {
  it.each(['rich', 'poor', 'empty'] as const)('passes everything on a %s world', async (world) => {
    expect(broken(await measure({ world }))).toEqual([]);
  });

  it.each([2, 3, 4])('passes with the choices and the world of seed %i', async (seed) => {
    expect(broken(await measure({ world: 'poor', seed }, { seed, only: quick }))).toEqual([]);
  });

  it('passes below a path of its origin', async () => {
    const below = { world: 'poor', basePath: '/catalogue' } as const;
    expect(broken(await measure(below, { only: quick }))).toEqual([]);
  });

  it('passes the seed layer alone', async () => {
    const results = await measure({ world: 'rich' }, { layer: 'seed' });
    expect(broken(results)).toEqual([]);
    expect(results.length).toBeGreaterThan(0);
  });
});
