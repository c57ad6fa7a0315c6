import { describe, expect, it } from '@jest/globals';
import { exhaustive } from '../../test/exhaustive.js';
import { measure } from './measure.js';
import { broken, measureAll, timeout } from './test/prove-soundness.js';

// The network takes half the time of a run, and the tests of the product use it in the main run.
const wholeRuns = exhaustive
  ? (['rich', 'poor', 'empty'] as const).map((size) => ({ size, inProcess: false }))
  : [{ size: 'rich', inProcess: true } as const];

describe('the reference server', () => {
  it.each(wholeRuns)(
    'passes everything on a $size dataset',
    async ({ size, inProcess }) => {
      expect(broken(await measureAll({ size }, { inProcess }))).toEqual([]);
    },
    timeout,
  );

  it('passes the core layer alone', async () => {
    const results = await measure({ size: 'rich' }, { layer: 'core', inProcess: true });
    expect(broken(results)).toEqual([]);
    expect(results.length).toBeGreaterThan(0);
  });
});
