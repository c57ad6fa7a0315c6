import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { makeDataset, soundBehaviour } from '@resource-catalogue/reference-server';
import { requirements, ruleIds } from '../src/rules/requirements.js';
import { mutants } from './all-mutants.js';
import { familyRules } from './mutant.js';
import { rulesWithoutMutant } from './rules-without-mutant.js';

const contract = readFileSync(new URL('../../../docs/interface.md', import.meta.url), 'utf8');
const rules = [...contract.matchAll(/^- \*\*([A-Z]+-\d+)\*\*/gm)].map(([, rule = '']) => rule);
const sections = ['section 8', 'section 9'];

describe('the mutants', () => {
  it('have unique ids and summaries, and every family has at least one', () => {
    expect(new Set(mutants.map(({ family }) => family))).toEqual(new Set(Object.keys(familyRules)));
    expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length);
    expect(new Set(mutants.map(({ summary }) => summary)).size).toBe(mutants.length);
  });

  it('change only behaviour that the reference server has', () => {
    const dataset = makeDataset('rich', 1);
    const sound = new Map<string, unknown>(Object.entries(soundBehaviour));
    const wrong = mutants.filter(({ behaviour }) => {
      const changed = Object.entries(behaviour(dataset));
      return changed.length === 0 || changed.some(([name, value]) => !sound.has(name) || sound.get(name) === value);
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('break known rules, and every rule except those with a reason why no mutant breaks them', () => {
    const broken = [...rules, ...sections];
    expect(mutants.filter(({ rule }) => !broken.includes(rule)).map(({ id }) => id)).toEqual([]);
    const unbroken = broken.filter((rule) => !mutants.some((mutant) => mutant.rule === rule));
    const untested = ruleIds.filter((rule) => requirements[rule].untested !== undefined);
    expect(unbroken.sort()).toEqual([...untested, ...Object.keys(rulesWithoutMutant)].sort());
  });
});
