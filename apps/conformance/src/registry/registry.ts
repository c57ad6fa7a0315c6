import { allChecks } from '../checks/all-checks.js';
import type { Check } from '../checks/check.js';
import type { RuleId } from './rule-ids.js';

/** The checks of a rule; none only where `requirements` gives a reason. */
export function checksOfRule(rule: RuleId): Check[] {
  return allChecks.filter(({ rules }) => rules.includes(rule));
}

/** The check with an id. */
export function checkOf(id: string): Check | undefined {
  return allChecks.find((check) => check.id === id);
}
