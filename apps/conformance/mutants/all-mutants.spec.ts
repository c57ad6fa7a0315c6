import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { datasetOf, soundBehaviour } from '@resource-catalogue/reference-server';
import { requirements, ruleIds } from '../src/rules/requirements.js';
import { mutants } from './all-mutants.js';
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

  it('replace a part of the behaviour, and nothing else', () => {
    const dataset = datasetOf('rich', 1);
    const sound = new Map<string, unknown>(Object.entries(soundBehaviour));
    const wrong = mutants.filter(({ behaviour }) => {
      const changed = Object.entries(behaviour(dataset));
      return changed.length === 0 || changed.some(([name, value]) => !sound.has(name) || sound.get(name) === value);
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('break only what the contract says', () => {
    expect(mutants.filter(({ rule }) => ![...rules, ...sections].includes(rule)).map(({ id }) => id)).toEqual([]);
  });

  it('break every rule, but for those of which a reason says why nothing can show it', () => {
    const unbroken = [...rules, ...sections].filter((rule) => !mutants.some((mutant) => mutant.rule === rule));
    const untested = ruleIds.filter((rule) => requirements[rule].untested !== undefined);
    expect(unbroken.sort()).toEqual([...untested, ...Object.keys(rulesWithoutMutant)].sort());
  });
});
