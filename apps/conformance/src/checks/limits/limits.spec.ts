import { describe, expect, it } from '@jest/globals';
import { type MutantOptions, startMutant } from '../../../mutants/start-mutant.js';
import { runChecks } from '../../run/run.js';

const check = 'refused-tokens-are-counted-by-address';

async function burst(options: Omit<MutantOptions, 'size'>) {
  const server = await startMutant({ size: 'poor', ...options });
  try {
    const { results } = await runChecks(server.url, { token: server.tokens.full, allowBurst: true, only: [check] });
    return results.map(({ outcome, reason }) => [outcome, reason]);
  } finally {
    await server.close();
  }
}

describe('a burst of refused tokens (RATE-1)', () => {
  it('passes where it is limited and good tokens are not', async () => {
    expect(await burst({ refusedQuota: { requests: 70, seconds: 60 } })).toEqual([['passed', null]]);
  });

  it.each(['rate-503', 'errors-media-type'] as const)(
    'fails where the limit is told in another way: %s',
    async (mutant) => {
      const results = await burst({ refusedQuota: { requests: 70, seconds: 60 }, mutant });
      expect(results).toEqual([['failed', expect.any(String)]]);
    },
  );

  it('shows nothing where the operator allows more than is sent', async () => {
    expect(await burst({})).toEqual([
      ['inconclusive', 'no 429 after 2000 refused tokens: the operator may allow more'],
    ]);
  });
});
