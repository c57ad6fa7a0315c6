import { expect, it } from '@jest/globals';
import { requirements, ruleIds } from '../rules/requirements.js';
import { planTasks } from './plan.js';

it('a quick run covers every rule that has a check', () => {
  const looked = new Set(planTasks({ quick: true }).flatMap(({ check }) => check.rules));
  expect(ruleIds.filter((rule) => requirements[rule].untested === undefined && !looked.has(rule))).toEqual([]);
});

it('a quick run has less than a seventh of the tasks', () => {
  const [quick = 0, whole = 0] = [true, false].map((isQuick) => planTasks({ quick: isQuick }).length);
  expect(quick).toBeLessThan(whole / 7);
});
