import { describe, expect, it } from '@jest/globals';
import { allChecks } from '../../src/checks/all-checks.js';
import type { Family } from '../../src/kit/families.js';
import { measure } from './measure.js';
import { listFailures } from './test/prove-soundness.js';

/** Families for quick runs; soundness.e2e.spec.ts covers the others and larger datasets. */
const cheap: readonly Family[] = [
  ...(['auth', 'http', 'errors', 'get', 'envelope', 'schema', 'references', 'hostile', 'writes'] as const),
  'concurrency',
];
const costly = 'oversized-markdown-is-rejected';

describe('the reference server', () => {
  it('passes the cheap checks on a poor dataset', async () => {
    const only = allChecks.filter(({ family, id }) => cheap.includes(family) && id !== costly).map(({ id }) => id);
    expect(listFailures(await measure({ size: 'poor' }, { only, inProcess: true }))).toEqual([]);
  });

  it.each([1, 2, 3])('section 8: has rows of the documented form in the rich dataset with seed %i', async (seed) => {
    const only = ['schema', 'references'];
    expect(listFailures(await measure({ size: 'rich', seed }, { only, inProcess: true }))).toEqual([]);
  });
});
