import { collections } from '@resource-catalogue/contracts';
import { checksOfRule } from '../../src/checks/all-checks.js';
import { operationName, operations } from '../../src/kit/subject.js';
import { requirements, type RuleId, ruleIds } from '../../src/rules/requirements.js';
import { generatedScore, type Killers, recordedFaults } from './recorded-kills.js';
import { describe } from '../generated/fault.js';
import { faultIn } from './recorded-faults.js';

/** Maximum number of mutants per row, to keep the table readable; `data/killed-mutants.json` has them all. */
const maxMutants = 5;

/** The text of MUTATION-SCORE.md: both scores, survivors, places without a check, and the mutants each check kills. */
export function scoreDocument(kills: ReadonlyMap<string, Killers>): string {
  const { caught, faults } = generatedScore();
  const surviving = recordedFaults().flatMap((recorded) => (recorded['caught_by'] === null ? [faultIn(recorded)] : []));
  return [
    '# Mutation score',
    '',
    `- ${kills.size} of ${kills.size} known mutants of the reference server are killed: they were written by hand, along with the checks.`,
    `- ${caught} of ${faults} generated faults are caught. The suite was not tuned on them: each release draws new ones.`,
    '',
    '`npm run mutation-score` and `npm run generated-faults` in this folder measure them.',
    '',
    '## Generated faults that survive',
    '',
    ...surviving.map((fault) => `- \`${describe(fault)}\``),
    '',
    '## Places without a check',
    '',
    'Collections and operations to which a rule applies, and which no check of the rule has as its subject:',
    '',
    '| Rule | Places |',
    '| ---- | ------ |',
    ...tested.filter((rule) => unasked(rule).length > 0).map((rule) => `| ${rule} | ${listed(unasked(rule), 4)} |`),
    '',
    'Rules whose checks ask with chosen forms of values, not with every form in every place, in pairs:',
    `${tested.filter((rule) => !hasPairs(rule)).join(', ')}.`,
    '',
    '## Known mutants',
    '',
    '| Rule | Check | Mutants that it kills |',
    '| ---- | ----- | --------------------- |',
    ...ruleIds.flatMap((rule) => killLines(rule, kills)),
    '',
  ].join('\n');
}

const tested = ruleIds.filter((rule) => requirements[rule].untested === undefined);

const hasPairs = (rule: RuleId): boolean => checksOfRule(rule).some(({ family }) => family === 'forms');

/** The collections and operations of a rule that are not subjects of its checks. */
function unasked(rule: RuleId): string[] {
  const { appliesTo } = requirements[rule];
  const checks = checksOfRule(rule);
  const asked = checks.flatMap(({ subjects }) => subjects.flatMap(({ subject, collection }) => [subject, collection]));
  const isWritten = checks.some(({ needs = [] }) => needs.includes('writes'));
  const places = {
    collections: collections.map(({ name }) => name),
    operations: operations.filter(({ method }) => method === 'GET' || !isWritten).map(operationName),
    server: [],
    projects: [],
  };
  return places[appliesTo].filter((place) => !asked.includes(place));
}

function killLines(rule: RuleId, kills: ReadonlyMap<string, Killers>): string[] {
  const { untested } = requirements[rule];
  if (untested !== undefined) return [`| ${rule} | not tested: ${untested} | |`];
  const killedBy = (check: string): string[] => [...kills].filter(([, by]) => check in by).map(([id]) => id);
  return checksOfRule(rule).map(({ id }) => `| ${rule} | ${id} | ${listed(killedBy(id), maxMutants)} |`);
}

const listed = (all: readonly string[], most: number): string =>
  `${all.slice(0, most).join(', ')}${all.length > most ? `, and ${all.length - most} more` : ''}`;
