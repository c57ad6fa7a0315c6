import { checksOfRule } from '../../src/checks/all-checks.js';
import { requirements } from '../../src/rules/requirements.js';
import { ruleIds } from '../../src/rules/requirements.js';

export type KilledMutants = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** The table is for people; `data/killed-mutants.json` has all of them. */
const mostMutants = 5;

/** Rule → checks → the known mutants that each check kills, as Markdown. */
export function scoreTable(kills: KilledMutants): string {
  const mutantsKilledBy = (check: string): string => {
    const all = Object.keys(kills).filter((mutant) => check in (kills[mutant] ?? {}));
    const more = all.length > mostMutants ? `, and ${all.length - mostMutants} more` : '';
    return `${all.slice(0, mostMutants).join(', ')}${more}`;
  };
  const rows = ruleIds.flatMap((rule) => {
    const { untested } = requirements[rule];
    if (untested !== undefined) return [`| ${rule} | not tested: ${untested} | |`];
    return checksOfRule(rule).map(({ id }) => `| ${rule} | ${id} | ${mutantsKilledBy(id)} |`);
  });
  return [
    '# Mutation score',
    '',
    `The checks that kill each of ${Object.keys(kills).length} mutants of the reference server, made by \`npm run mutation-score\` in this folder.`,
    '',
    '| Rule | Check | Mutants that it kills |',
    '| ---- | ----- | --------------------- |',
    ...rows,
    '',
  ].join('\n');
}
