import { Command } from 'commander';
import { checkOf, checksOfRule } from '../registry/registry.js';
import { requirements } from '../registry/requirements.js';
import { isRuleId, type RuleId, ruleIds } from '../registry/rule-ids.js';
import { allChecks } from '../checks/all-checks.js';
import { type Check, families } from '../checks/check.js';
import { missing } from '../run/plan.js';
import { UsageError } from './usage-error.js';

const scopes: Readonly<Record<Check['scope'], string>> = {
  server: 'once',
  collection: 'on each collection',
  operation: 'on each operation',
};

/** Who has to keep what the check looks at, how often it runs, and what it needs, as the command line says it. */
function facts(check: Check): string {
  const needs = missing(check, { token: '' });
  return [
    check.layer ?? 'ours',
    scopes[check.scope],
    ...(needs.length > 0 ? [`needs ${needs.join(' and ')}`] : []),
  ].join(', ');
}

export function listCommand(): Command {
  return new Command('list')
    .description('lists every rule and its checks')
    .option('--json', 'as JSON')
    .action(({ json }: { json?: boolean }) => {
      if (json === true) process.stdout.write(`${JSON.stringify(ruleIds.map(asJson), null, 2)}\n`);
      else
        process.stdout.write(
          `${ruleIds.map(listed).join('\n')}\n${ruleIds.length} rules, ${allChecks.length} checks.\n`,
        );
    });
}

const asJson = (rule: RuleId) => ({
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
  const below =
    untested === undefined
      ? checksOfRule(rule).map((check) => `  ${check.id} (${facts(check)})`)
      : [`  not tested: ${untested}`];
  return [`${rule} [${layers.join(', ')}] ${text}`, ...below].join('\n');
}

export function explainCommand(): Command {
  return new Command('explain')
    .description('explains a rule, a check or a family of checks')
    .argument('<rule>', `such as FILT-3, or the id of a check, or one of ${families.join(', ')}`)
    .action((name: string) => {
      process.stdout.write(`${explained(name)}\n`);
    });
}

const described = (check: Check): string => `  ${check.id} (${facts(check)}): ${check.title}`;

function explained(name: string): string {
  const rule = name.toUpperCase();
  if (isRuleId(rule)) {
    const { level, appliesTo } = requirements[rule];
    const checks = checksOfRule(rule).map(described);
    return [
      listed(rule).split('\n')[0],
      `${level}, applies to ${appliesTo}. The rule itself is in docs/interface.md.`,
      ...checks,
      ...untestedLine(rule),
    ].join('\n');
  }
  const family = allChecks.filter((check) => check.family === name);
  if (family.length > 0)
    return [
      `${family.length} ${family.length === 1 ? 'check' : 'checks'} of the family ${name}.`,
      ...family.map(described),
    ].join('\n');
  const check = checkOf(name);
  if (!check) throw new UsageError(`${name} is no rule, check or family. The command list shows them all.`);
  const rules = check.rules.map((id) => `  ${id}: ${requirements[id].text}`);
  return [described(check).trim(), `of the family ${check.family}, rests on`, ...rules].join('\n');
}

const untestedLine = (rule: RuleId): string[] => {
  const { untested } = requirements[rule];
  return untested === undefined ? [] : [`  not tested: ${untested}`];
};
