import { Command } from 'commander';
import { checkOf, checksOfRule } from '../registry/registry.js';
import { requirements } from '../registry/requirements.js';
import { isRuleId, type RuleId, ruleIds } from '../registry/rule-ids.js';
import type { Check } from '../checks/check.js';
import { UsageError } from './usage-error.js';

const line = ({ id, layer = 'ours', scope, needs = [] }: Check): string =>
  `  ${id}  (${layer}, each ${scope}${needs.length > 0 ? `, needs ${needs.join(' and ')}` : ''})`;

export function listCommand(): Command {
  return new Command('list')
    .description('lists every rule and its checks')
    .option('--json', 'as JSON')
    .action(({ json }: { json?: boolean }) => {
      if (json === true) process.stdout.write(`${JSON.stringify(ruleIds.map(described), null, 2)}\n`);
      else process.stdout.write(`${ruleIds.map(listed).join('\n')}\n`);
    });
}

const described = (rule: RuleId) => ({
  rule,
  ...requirements[rule],
  checks: checksOfRule(rule).map(({ id, family, layer = 'ours', scope, needs = [] }) => ({
    id,
    family,
    layer,
    scope,
    needs,
  })),
});

function listed(rule: RuleId): string {
  const { text, layers, untested } = requirements[rule];
  const below = untested === undefined ? checksOfRule(rule).map(line) : [`  not tested: ${untested}`];
  return [`${rule} [${layers.join(', ')}] ${text}`, ...below].join('\n');
}

export function explainCommand(): Command {
  return new Command('explain')
    .description('explains a rule or a check')
    .argument('<rule>', 'such as FILT-3, or the id of a check')
    .action((name: string) => {
      process.stdout.write(`${explained(name)}\n`);
    });
}

function explained(name: string): string {
  const rule = name.toUpperCase();
  if (isRuleId(rule)) {
    const { level, appliesTo } = requirements[rule];
    const checks = checksOfRule(rule).map(({ id, title }) => `  ${id}: ${title}`);
    return [
      listed(rule).split('\n')[0],
      `${level}, applies to: ${appliesTo}. The rule itself is in docs/interface.md.`,
      ...checks,
      ...untestedLine(rule),
    ].join('\n');
  }
  const check = checkOf(name);
  if (!check) throw new UsageError(`${name} is no rule and no check. The command list shows them all.`);
  const rules = check.rules.map((id) => `  ${id}: ${requirements[id].text}`);
  return [`${check.id}: ${check.title}`, line(check).trim(), ...rules].join('\n');
}

const untestedLine = (rule: RuleId): string[] => {
  const { untested } = requirements[rule];
  return untested === undefined ? [] : [`  not tested: ${untested}`];
};
