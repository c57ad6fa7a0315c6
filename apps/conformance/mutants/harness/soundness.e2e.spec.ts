import { describe, expect, it } from '@jest/globals';
import { isExhaustive } from '../../test/exhaustive.js';
import { measure } from './measure.js';
import { listFailures, measureAll, timeout } from './test/prove-soundness.js';

// The network takes half the time of a run, and the tests of the product use it in the main run.
const wholeRuns = isExhaustive
  ? (['rich', 'poor', 'empty'] as const).map((size) => ({ size, inProcess: false }))
  : [{ size: 'rich', inProcess: true } as const];

describe('the reference server', () => {
  it.each(wholeRuns)(
    'passes everything on a $size dataset',
    async ({ size, inProcess }) => {
      expect(listFailures(await measureAll({ size }, { inProcess }))).toEqual([]);
    },
    timeout,
  );

  it('passes the core layer alone', async () => {
    const results = await measure({ size: 'rich' }, { layer: 'core', inProcess: true });
    expect(listFailures(results)).toEqual([]);
    expect(results.length).toBeGreaterThan(0);
  });
});
