import { expect, it } from '@jest/globals';
import { killedMutants } from './recorded-kills.js';
import { closedMutants } from './killers.js';
import { listFamilies, proveMutantsKilled } from './test/prove-mutants-killed.js';

proveMutantsKilled((family) => !listFamilies.includes(family));

it('the recorded mutation score has exactly the existing mutants', () => {
  expect([...killedMutants().keys()].sort()).toEqual(closedMutants.map(({ id }) => id).sort());
});
