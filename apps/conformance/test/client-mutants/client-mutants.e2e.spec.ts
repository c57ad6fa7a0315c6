import { expect, it } from '@jest/globals';
import { measure } from '../../mutants/harness/measure.js';
import { isExhaustive } from '../exhaustive.js';
import { clientMutants } from './mutants.js';

/** Sampling rate: every mutant in an exhaustive run, one in eight in the main run. */
const oneOf = isExhaustive ? 1 : 8;

it.each(clientMutants.filter((_, index) => index % oneOf === 0))(
  '$id: is killed by $killedBy',
  async ({ killedBy: [check, subject], createClient }) => {
    const choice = { only: [check], subjects: [subject], seed: 1, inProcess: true };
    const results = await measure({ size: 'rich' }, { ...choice, createClient });
    expect(results.map(({ outcome, reason }) => [outcome, reason])).toEqual([['failed', expect.any(String)]]);
  },
);
