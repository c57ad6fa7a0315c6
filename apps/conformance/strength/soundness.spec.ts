import { describe, expect, it } from '@jest/globals';
import { measure } from './measure.js';
import type { Result } from '../src/run/result.js';

const broken = (results: readonly Result[]): string[] =>
  results
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'errored')
    .map(({ check, subject, reason }) => `${check} on ${subject}: ${reason}`);

describe('a server without a fault', () => {
  it.each(['rich', 'poor', 'empty'] as const)('passes everything on a %s world', async (world) => {
    expect(broken(await measure({ world }))).toEqual([]);
  });

  it.each([2, 3])('passes with the choices and the world of seed %i', async (seed) => {
    expect(broken(await measure({ world: 'rich', seed }, { seed }))).toEqual([]);
  });

  it('passes the seed layer alone', async () => {
    expect(broken(await measure({ world: 'poor', basePath: '/catalogue' }, { seed: 4 }))).toEqual([]);
  });
});
