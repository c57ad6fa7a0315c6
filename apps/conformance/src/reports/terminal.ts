import { styleText } from 'node:util';
import { families } from '../kit/families.js';
import { groupBy } from '../group-by.js';
import { resultId, type Outcome, type Result } from '../run/result.js';
import type { Run } from '../run/run.js';
import { verdicts } from '../run/verdict.js';
import { groupLines, groupTitle, inFlightLines, resultLines } from './failures.js';
import {
  describeEffort,
  describeIncidents,
  describeCounts,
  isUndecided,
  outcomes,
  countPlanned,
  type Report,
  tally,
} from './report.js';

const styles = {
  ...({ passed: 'green', failed: 'red', inconclusive: 'yellow', unsupported: 'cyan' } as const),
  ...({ disabled: 'gray', errored: 'magenta', bold: 'bold', dim: 'dim' } as const),
} satisfies Readonly<Record<Outcome | 'bold' | 'dim', string>>;

/** Colours a text if stdout is a terminal that shows colours. */
export const paint = (style: keyof typeof styles, text: string): string => styleText(styles[style], text);

const maxFindings = 12;
const maxLines = 40;
const maxReasons = 8;

/** The report on the terminal: one line for each family, the failures, and the verdict. */
export function terminalReport(report: Report): string {
  const { run, counts, executed, stale, verdict } = report;
  const inFlight = inFlightLines(run);
  return [
    '',
    ...familyLines(run.results),
    '',
    ...findingLines(report),
    ...silenceLines(run.results),
    ...describeIncidents(run),
    ...(inFlight.length > 0 ? ['In flight when the run ended:', ...indented(inFlight), ''] : []),
    ...stale.map((entry) => paint('failed', `Stale in the baseline: ${entry}.`)),
    `${executed} of ${countPlanned(run)} checks executed: ${describeCounts(counts)}`,
    effortLine(run),
    paint(verdict === 'passed' ? 'passed' : 'failed', paint('bold', `Verdict: ${verdicts[verdict].text}.`)),
    '',
  ].join('\n');
}

const effortLine = (run: Run): string => paint('dim', `${describeEffort(run)}, ${run.url}`);

function familyLines(results: readonly Result[]): string[] {
  return families.flatMap((family) => {
    const counts = tally(results.filter((result) => result.family === family));
    const kinds = outcomes.filter((outcome) => counts[outcome] > 0);
    if (kinds.length === 0) return [];
    const parts = kinds.map((outcome) => paint(outcome, `${counts[outcome]} ${outcome}`));
    const mark = counts.passed > 0 ? paint('passed', '✓') : paint('inconclusive', '–');
    const isFailed = counts.failed + counts.errored > 0;
    return [`${isFailed ? paint('failed', '✗') : mark} ${family.padEnd(12)} ${parts.join(', ')}`];
  });
}

function findingLines({ groups, known }: Report): string[] {
  const rest = groups.slice(maxFindings).map((group) => `  ${groupTitle(group)}: ${group[0]?.finding?.observed ?? ''}`);
  const lines = groups.slice(0, maxFindings).flatMap((group) => {
    const isKnown = group.every((result) => known.has(result));
    const title = paint(isKnown ? 'dim' : 'failed', `${groupTitle(group)}${isKnown ? ' (known)' : ''}`);
    return [title, ...indented(groupLines(group)), ''];
  });
  if (rest.length > 0)
    lines.push('Further failures, described in reports:', ...limited(rest, maxLines, '  … and N more'), '');
  return lines;
}

const indented = (lines: readonly string[]): string[] =>
  lines.map((line) => (line.startsWith('curl ') ? paint('dim', `  ${line}`) : `  ${line}`));

const limited = (lines: readonly string[], max: number, others: string): string[] => [
  ...lines.slice(0, max),
  ...(lines.length > max ? [others.replace('N', String(lines.length - max))] : []),
];

/** Lists the checks without a verdict, so that they do not look passed. */
function silenceLines(results: readonly Result[]): string[] {
  const byReason = groupBy(results.filter(isUndecided), ({ outcome, reason }) => `${outcome}: ${reason}`);
  const reasons = [...byReason].sort(([, a], [, b]) => b.length - a.length);
  const lines = reasons.map(([reason, own]) => `${String(own.length).padStart(5)} ${reason}`);
  const shown = limited(lines, maxReasons, '    … and N more reasons, listed in reports.');
  return lines.length === 0 ? [] : ['Not checked:', ...shown.map((line) => paint('dim', line)), ''];
}

const replayed: Readonly<Record<Outcome, string>> = {
  passed: 'Fixed: the server keeps the rule now',
  failed: 'Still failing: the server breaks the rule',
  inconclusive: 'Inconclusive: the data can no longer show it',
  unsupported: 'Unsupported: the server does not offer it',
  disabled: 'Not run: it was not allowed',
  errored: 'Errored: the suite itself failed',
};

/** The result of replaying one finding: the server's present response, and whether it is still wrong. */
export function replayText({ run }: Report): string {
  const [result] = run.results;
  if (!result) return [...describeIncidents(run), ''].join('\n');
  const { outcome, rules, title } = result;
  return [
    paint('bold', `${rules.join(' ')} ${resultId(result)}`),
    `  ${title}`,
    ...indented(resultLines(result, true)),
    effortLine(run),
    paint(outcome, `${replayed[outcome]}.`),
    '',
  ].join('\n');
}
