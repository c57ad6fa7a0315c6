import { describe, expect, it } from '@jest/globals';
import { isExhaustive } from '../../test/exhaustive.js';
import { mutants } from '../all-mutants.js';
import { checksWith, checkMutant } from './check-mutant.js';

/** Mutants of different parts of the server that take only seconds. */
const quick = [
  'envelope-schema-unnamed',
  'set-filter-text-composed',
  'get-another-row',
  'write-slug-numbered-from-one',
];

const selected = mutants.filter(({ id }) => isExhaustive || quick.includes(id));

describe('every mutant', () => {
  it.each(selected)('$id is killed by $killedBy', async (mutant) => {
    const results = await checkMutant(mutant);
    expect(checksWith('failed', results)).toEqual(expect.arrayContaining([...mutant.killedBy]));
    expect(checksWith('errored', results)).toEqual([]);
  });
});
