import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { faults, faultsOfRule } from './catalogue.js';
import { faultFamilies } from './fault.js';
import { rulesWithoutFault } from './rules-without-fault.js';

const contract = readFileSync(new URL('../../../../docs/interface.md', import.meta.url), 'utf8');
const rules = [...contract.matchAll(/^- \*\*([A-Z]+-\d+)\*\*/gm)].map(([, rule = '']) => rule);
const sections = ['section 8', 'section 9'];

describe('the catalogue', () => {
  it('has at least 120 faults, in every family', () => {
    expect(faults.length).toBeGreaterThanOrEqual(120);
    expect(faultFamilies.filter((family) => !faults.some((fault) => fault.family === family))).toEqual([]);
  });

  it('names every fault once, after its family', () => {
    expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
    expect(new Set(faults.map(({ summary }) => summary)).size).toBe(faults.length);
    expect(faults.filter(({ id, family }) => !id.startsWith(`${family}-`))).toEqual([]);
  });

  it('breaks only what the contract says', () => {
    expect(faults.filter(({ rule }) => ![...rules, ...sections].includes(rule)).map(({ id }) => id)).toEqual([]);
  });

  it.each([...rules, ...sections])('breaks %s, or says why nothing can show it', (rule) => {
    expect(faultsOfRule(rule).length > 0).toBe(!(rule in rulesWithoutFault));
  });

  it('gives reasons only for rules that are there', () => {
    expect(Object.keys(rulesWithoutFault).filter((rule) => !rules.includes(rule))).toEqual([]);
  });
});
