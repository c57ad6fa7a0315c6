import { describe, expect, it } from '@jest/globals';
import { exhaustive } from '../../test/exhaustive.js';
import { mutants } from '../all-mutants.js';
import { checksWith, meetMutant } from './meet.js';

/** Mutants of different seams that a run meets within seconds. */
const quick = [
  'envelope-schema-unnamed',
  'set-filter-text-composed',
  'get-another-row',
  'write-slug-numbered-from-one',
];

const met = mutants.filter(({ id }) => exhaustive || quick.includes(id));

describe('every mutant', () => {
  it.each(met)('$id is killed by $killedBy', async (mutant) => {
    const results = await meetMutant(mutant);
    expect(checksWith('failed', results)).toEqual(expect.arrayContaining([...mutant.killedBy]));
    expect(checksWith('errored', results)).toEqual([]);
  });
});
