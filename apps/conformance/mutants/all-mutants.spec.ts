import { expect, it } from '@jest/globals';
import { allChecks } from '../src/checks/all-checks.js';
import { ruleIds, requirements } from '../src/rules/requirements.js';
import { mutants } from './all-mutants.js';
import { checksWithoutMutant } from './checks-without-mutant.js';

it('mutants have unique ids', () => {
  expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length);
});

it('each check kills a mutant, or has a reason for killing none', () => {
  const killers = mutants.flatMap(({ killedBy }) => killedBy);
  const ids = allChecks.map(({ id }) => id);
  expect(killers.filter((check) => !ids.includes(check))).toEqual([]);
  expect(ids.filter((id) => !killers.includes(id)).sort()).toEqual(Object.keys(checksWithoutMutant).sort());
});

it('each rule with a check is broken by a mutant', () => {
  const killers = new Set(mutants.flatMap(({ killedBy }) => killedBy));
  const broken = new Set(allChecks.filter(({ id }) => killers.has(id)).flatMap(({ rules }) => rules));
  expect(ruleIds.filter((rule) => requirements[rule].untested === undefined && !broken.has(rule))).toEqual([]);
});
