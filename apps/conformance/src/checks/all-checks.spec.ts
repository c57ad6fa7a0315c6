import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { requirements, ruleIds } from '../rules/requirements.js';
import { allChecks, checksOfRule } from './all-checks.js';

it('the rules and their layers match docs/interface.md, in its order', () => {
  const document = readFileSync(new URL('../../../../docs/interface.md', import.meta.url), 'utf8');
  const documented = [...document.matchAll(/^- \*\*([A-Z]+-\d+)\*\* (.*(?:\n {2}.*)*)/gm)].map(([, id, text = '']) => ({
    id,
    layers: ['core', 'extension'].filter((layer) => text.includes(`[${layer}]`)),
  }));
  expect(ruleIds.map((id) => ({ id, layers: requirements[id].layers }))).toEqual(documented);
});

it('each rule has either a check or a reason for having none', () => {
  const isWrong = (checks: number, reason: string | undefined): boolean => checks > 0 === (reason !== undefined);
  expect(ruleIds.filter((id) => isWrong(checksOfRule(id).length, requirements[id].untested))).toEqual([]);
});

it('each check tests a rule, and each check of the core layer a rule of that layer', () => {
  const wrong = allChecks.filter(
    ({ layer, rules }) => !rules.some((rule) => layer !== 'core' || requirements[rule].layers.includes('core')),
  );
  expect(wrong.map(({ id }) => id)).toEqual([]);
});

it('the ids of checks are the published ones, and valid as file names', () => {
  const frozen: unknown = JSON.parse(readFileSync(new URL('./frozen-checks.json', import.meta.url), 'utf8'));
  const ids = allChecks.map(({ id }) => id).sort();
  expect(ids).toEqual(frozen);
  expect(ids.filter((id, place) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id) || id === ids[place + 1])).toEqual([]);
});
