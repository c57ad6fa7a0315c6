import { checksOfRule } from '../src/registry/registry.js';
import { requirements } from '../src/registry/requirements.js';
import { ruleIds } from '../src/registry/rule-ids.js';

export type Catches = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** The table is for people; `data/catches.json` has all of them. */
const mostFaults = 5;

/** Rule → checks → the known faults that each check catches, as Markdown. */
export function strengthTable(catches: Catches): string {
  const faultsOf = (check: string): string => {
    const all = Object.keys(catches).filter((fault) => check in (catches[fault] ?? {}));
    const more = all.length > mostFaults ? `, and ${all.length - mostFaults} more` : '';
    return `${all.slice(0, mostFaults).join(', ')}${more}`;
  };
  const rows = ruleIds.flatMap((rule) => {
    const { untested } = requirements[rule];
    if (untested !== undefined) return [`| ${rule} | not tested: ${untested} | |`];
    return checksOfRule(rule).map(({ id }) => `| ${rule} | ${id} | ${faultsOf(id)} |`);
  });
  return [
    '# What the suite is known to catch',
    '',
    `Generated from ${Object.keys(catches).length} servers with one fault each: \`npm run strength\` in this folder.`,
    '',
    '| Rule | Check | Faults that it catches |',
    '| ---- | ----- | ---------------------- |',
    ...rows,
    '',
  ].join('\n');
}
