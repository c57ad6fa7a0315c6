import { expect, it } from '@jest/globals';
import { requirements, ruleIds } from '../rules/requirements.js';
import { requestsFor, selectChecks, planTasks } from './plan.js';

const everything = {
  ...{ token: 'a', secondToken: 'b', limitedToken: 'c', writingToken: 'd', revokedToken: 'e' },
  ...{ expiredToken: 'f', quotaToken: 'g', allowWrites: true, allowBurst: true },
};

it('a quick run covers every rule that has a check', () => {
  const looked = new Set(planTasks(selectChecks({}), { quick: true }).flatMap(({ check }) => check.rules));
  expect(ruleIds.filter((rule) => requirements[rule].untested === undefined && !looked.has(rule))).toEqual([]);
});

it('a quick run sends less than a seventh of the requests', () => {
  const [quick, whole] = [true, false].map((isQuick) =>
    requestsFor(planTasks(selectChecks({}), { quick: isQuick }), everything),
  );
  expect(quick).toBeLessThan((whole ?? 0) / 7);
});
