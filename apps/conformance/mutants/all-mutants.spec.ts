import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { datasetOf, soundBehaviour } from '@resource-catalogue/reference-server';
import { mutants, mutantsOfRule } from './all-mutants.js';
import { familiesOf } from './mutant.js';
import { rulesWithoutMutant } from './rules-without-mutant.js';

const contract = readFileSync(new URL('../../../docs/interface.md', import.meta.url), 'utf8');
const rules = [...contract.matchAll(/^- \*\*([A-Z]+-\d+)\*\*/gm)].map(([, rule = '']) => rule);
const sections = ['section 8', 'section 9'];

describe('the mutants', () => {
  it('are there in every family, at least 120 of them', () => {
    expect(mutants.length).toBeGreaterThanOrEqual(120);
    expect(new Set(mutants.map(({ family }) => family))).toEqual(new Set(Object.keys(familiesOf)));
  });

  it('have one id and one summary each', () => {
    expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length);
    expect(new Set(mutants.map(({ summary }) => summary)).size).toBe(mutants.length);
  });

  it.each(mutants)('replace a part of the behaviour: $id', ({ behaviour }) => {
    const changed = Object.entries(behaviour(datasetOf('rich', 1)));
    const same = changed.filter(([name, value]) =>
      Object.entries(soundBehaviour).some(([known, own]) => known === name && own === value),
    );
    expect([changed.length > 0, same]).toEqual([true, []]);
    expect(Object.keys(soundBehaviour)).toEqual(expect.arrayContaining(changed.map(([name]) => name)));
  });

  it('break only what the contract says', () => {
    expect(mutants.filter(({ rule }) => ![...rules, ...sections].includes(rule)).map(({ id }) => id)).toEqual([]);
  });

  it.each([...rules, ...sections])('break %s, or say why nothing can show it', (rule) => {
    expect(mutantsOfRule(rule).length > 0).toBe(!(rule in rulesWithoutMutant));
  });

  it('have reasons only for rules that are there', () => {
    expect(Object.keys(rulesWithoutMutant).filter((rule) => !rules.includes(rule))).toEqual([]);
  });
});
