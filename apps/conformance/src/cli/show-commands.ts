import { Command } from 'commander';
import { allChecks, findCheck, checksOfRule } from '../checks/all-checks.js';
import type { Check } from '../kit/check.js';
import { families } from '../kit/families.js';
import { packageText } from '../package-file.js';
import { snapshotTable } from '../reports/snapshot-table.js';
import { isRuleId, requirements, type RuleId, ruleIds } from '../rules/requirements.js';
import { missing } from '../run/plan.js';
import { probe } from '../run/probe.js';
import { takeSnapshot } from '../snapshot.js';
import { redactor } from '../target/redact.js';
import { Target } from '../target/target.js';
import { type CheckFlags, runOptions, serverUrl, UsageError, withTarget } from './options.js';

const scopes: Readonly<Record<Check['scope'], string>> = {
  server: 'once',
  collection: 'on each collection',
  operation: 'on each operation',
};

function facts(check: Check): string {
  const needs = missing(check, { token: '' }).join(' and ');
  return [check.layer ?? 'ours', scopes[check.scope], ...(needs === '' ? [] : [`needs ${needs}`])].join(', ');
}

export function listCommand(): Command {
  return new Command('list')
    .description('lists every rule and its checks')
    .option('--json', 'as JSON')
    .action(({ json }: { json?: boolean }) => {
      const lines = [...ruleIds.map(listed), `${ruleIds.length} rules, ${allChecks.length} checks.`];
      const text = json === true ? JSON.stringify(ruleIds.map(asJson), null, 2) : lines.join('\n');
      process.stdout.write(`${text}\n`);
    });
}

function asJson(rule: RuleId) {
  const checks = checksOfRule(rule);
  return {
    rule,
    ...requirements[rule],
    checks: checks.map(({ id, family, layer = 'ours', scope, needs = [] }) => ({ id, family, layer, scope, needs })),
  };
}

function ruleHead(rule: RuleId): string {
  const { text, layers } = requirements[rule];
  return `${rule} [${layers.join(', ')}] ${text}`;
}

function checkLines(rule: RuleId, lineOf: (check: Check) => string): string[] {
  const { untested } = requirements[rule];
  return untested === undefined ? checksOfRule(rule).map(lineOf) : [`  not tested: ${untested}`];
}

const listed = (rule: RuleId): string =>
  [ruleHead(rule), ...checkLines(rule, (check) => `  ${check.id} (${facts(check)})`)].join('\n');

export function explainCommand(): Command {
  return new Command('explain')
    .description('explains a rule, a check or a family of checks')
    .argument('<rule>', `such as FILT-3, or the id of a check, or one of ${families.join(', ')}`)
    .action((name: string) => {
      process.stdout.write(`${explained(name)}\n`);
    });
}

const described = (check: Check): string => `  ${check.id} (${facts(check)}): ${check.title}`;

/** The text of a rule in the contract, with its list or table: up to the next rule or heading. */
function ruleText(rule: RuleId): string {
  const contract = `${packageText('docs/interface.md') ?? ''}\n#`;
  const [text] = new RegExp(`^- \\*\\*${rule}\\*\\*.*?(?=^- \\*\\*[A-Z]+-\\d|^#)`, 'ms').exec(contract) ?? [];
  if (text === undefined) throw new Error(`docs/interface.md does not contain ${rule}.`);
  return text.replaceAll(/^<!--.*-->\n\n?/gm, '').trim();
}

function explained(name: string): string {
  const rule = name.toUpperCase();
  if (isRuleId(rule)) {
    const { level, appliesTo } = requirements[rule];
    const about = `${level}, applies to ${appliesTo}. In docs/interface.md:`;
    return [ruleHead(rule), about, '', ruleText(rule), '', ...checkLines(rule, described)].join('\n');
  }
  const family = allChecks.filter((check) => check.family === name);
  const count = `${family.length} ${family.length === 1 ? 'check' : 'checks'} of the family ${name}.`;
  if (family.length > 0) return [count, ...family.map(described)].join('\n');
  const check = findCheck(name);
  if (!check) throw new UsageError(`Unknown rule, check or family ${name}. Run the command list to see them all.`);
  const rules = check.rules.map((id) => `  ${id}: ${requirements[id].text}`);
  return [described(check).trim(), `of the family ${check.family}, tests`, ...rules].join('\n');
}

export function snapshotCommand(): Command {
  return withTarget(new Command('snapshot'))
    .description('reads all rows of a server and lists the checks that its data leaves inconclusive')
    .argument('<url>', 'the base URL of the server')
    .action(async (url: string, flags: CheckFlags) => {
      const options = runOptions(flags);
      const target = new Target(serverUrl(url), options);
      try {
        await probe(target);
        const snapshot = await takeSnapshot(target, options.maxItems);
        process.stdout.write(redactor([options.token])(`${snapshotTable(snapshot)}\n`));
      } finally {
        target.close();
      }
    });
}
