import { describe, expect, it } from '@jest/globals';
import { measure } from './measure.js';
import { broken, patience, quick } from './test/prove-soundness.js';

describe('a server without a fault', () => {
  it.each(['rich', 'poor', 'empty'] as const)(
    'passes everything on a %s world, over the network',
    async (world) => {
      expect(broken(await measure({ world }))).toEqual([]);
    },
    patience,
  );

  it('passes below a path of its origin', async () => {
    const below = { world: 'poor', basePath: '/catalogue' } as const;
    expect(broken(await measure(below, { only: quick, shortcut: true }))).toEqual([]);
  });

  it('passes the seed layer alone', async () => {
    const results = await measure({ world: 'rich' }, { layer: 'seed', shortcut: true });
    expect(broken(results)).toEqual([]);
    expect(results.length).toBeGreaterThan(0);
  });
});
