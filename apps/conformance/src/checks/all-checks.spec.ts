import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { allChecks, checksOfRule } from './all-checks.js';
import { requirements, ruleIds } from '../rules/requirements.js';

const document = readFileSync(new URL('../../../../docs/interface.md', import.meta.url), 'utf8');
const rules = [...document.matchAll(/^- \*\*([A-Z]+-\d+)\*\* (.*(?:\n {2}.*)*)/gm)].map(([, id = '', text = '']) => ({
  id,
  text,
}));

describe('the registry', () => {
  it('has the rules of docs/interface.md, in their order, and no others', () => {
    expect(rules.map(({ id }) => id)).toEqual([...ruleIds]);
  });

  it.each(rules)('has the layers of $id', ({ id, text }) => {
    const layers = ['seed', 'ours'].filter((layer) => text.includes(`[${layer}]`));
    expect(Object.entries(requirements).find(([rule]) => rule === id)?.[1].layers).toEqual(layers);
  });

  it.each(ruleIds)('has a check or a reason for %s, and not both', (rule) => {
    expect(checksOfRule(rule).length > 0).toBe(requirements[rule].untested === undefined);
  });

  it('has a rule for every check', () => {
    expect(allChecks.filter(({ rules: own }) => own.length === 0)).toEqual([]);
  });

  it('names every check once, in words that can stand in a file', () => {
    const ids = allChecks.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([]);
  });

  it('lets a check of the seed layer rest on a rule of the seed layer', () => {
    const wrong = allChecks.filter(
      ({ layer, rules: own }) => layer === 'seed' && !own.some((rule) => requirements[rule].layers.includes('seed')),
    );
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('does not lose a check: an id that was once published stays', () => {
    const frozen: unknown = JSON.parse(readFileSync(new URL('./frozen-checks.json', import.meta.url), 'utf8'));
    expect(allChecks.map(({ id }) => id).sort()).toEqual(frozen);
  });
});
