import { Command } from 'commander';
import { allChecks, checksOfRule } from '../checks/all-checks.js';
import type { Check } from '../kit/check.js';
import { snapshotTable } from '../reports/snapshot-table.js';
import { requirements, type RuleId, ruleIds } from '../rules/requirements.js';
import { missingOptions } from '../run/plan.js';
import { probe } from '../run/probe.js';
import { takeSnapshot } from '../snapshot.js';
import { makeRedactor } from '../target/redact.js';
import { Target } from '../target/target.js';
import { type CheckFlags, runOptions, serverUrl, withTarget } from './options.js';

const scopes: Readonly<Record<Check['scope'], string>> = {
  server: 'once',
  collection: 'on each collection',
  operation: 'on each operation',
};

function describeCheck(check: Check): string {
  const { id, layer = 'extension', scope } = check;
  const needs = missingOptions(check, { token: '' }).join(' and ');
  return `  ${id} (${layer}, ${scopes[scope]}${needs === '' ? '' : `, needs ${needs}`})`;
}

export function listCommand(): Command {
  return new Command('list')
    .description('lists every rule and its checks')
    .option('--json', 'as JSON')
    .action(({ json }: { json?: boolean }) => {
      const lines = [...ruleIds.flatMap(describeRule), `${ruleIds.length} rules, ${allChecks.length} checks.`];
      const text = json === true ? JSON.stringify(ruleIds.map(asJson), null, 2) : lines.join('\n');
      process.stdout.write(`${text}\n`);
    });
}

const asJson = (rule: RuleId) => ({
  rule,
  ...requirements[rule],
  checks: checksOfRule(rule).map(({ id, family, layer = 'extension', scope, needs = [] }) => ({
    ...{ id, family, layer, scope, needs },
  })),
});

function describeRule(rule: RuleId): string[] {
  const { text, layers, untested } = requirements[rule];
  const checks = untested === undefined ? checksOfRule(rule).map(describeCheck) : [`  not tested: ${untested}`];
  return [`${rule} [${layers.join(', ')}] ${text}`, ...checks];
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
        process.stdout.write(makeRedactor([options.token])(`${snapshotTable(snapshot)}\n`));
      } finally {
        target.close();
      }
    });
}
