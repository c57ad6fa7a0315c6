import { describe, expect, it } from '@jest/globals';
import { measure } from './measure.js';
import { broken } from './test/prove-soundness.js';

/** The cheap families; the others, and larger datasets, are measured by soundness.e2e.spec.ts. */
const cheap = [
  ...(['auth', 'http', 'errors', 'get', 'envelope', 'schema', 'references'] as const),
  ...(['hostile', 'writes', 'concurrency'] as const),
];

describe('the reference server', () => {
  it('passes the cheap checks on a poor dataset', async () => {
    expect(broken(await measure({ size: 'poor' }, { only: cheap, inProcess: true }))).toEqual([]);
  });
});
