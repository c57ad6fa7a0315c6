import { styleText } from 'node:util';
import { families } from '../kit/families.js';
import { grouped } from '../grouped.js';
import { idOfResult, type Outcome, type Result } from '../run/result.js';
import type { Run } from '../run/run.js';
import { verdicts } from '../run/verdict.js';
import { groupLines, groupTitle, inFlightLines, resultLines } from './finding-text.js';
import { describeEffort, describeIncidents, isSilent, outcomes, countPlanned, type Report, tally } from './report.js';

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
  const { run, counts } = report;
  const inFlight = inFlightLines(run);
  return [
    '',
    ...familyLines(run.results),
    '',
    ...findingLines(report),
    ...silenceLines(run.results),
    ...describeIncidents(run),
    ...(inFlight.length > 0 ? ['In flight when the run ended:', ...indented(inFlight), ''] : []),
    ...report.stale.map((entry) => paint('failed', `Stale in the baseline: ${entry}.`)),
    `${report.executed} of ${countPlanned(run)} checks executed: ${outcomes.map((one) => `${counts[one]} ${one}`).join(', ')}`,
    effortLine(run),
    paint(
      report.verdict === 'passed' ? 'passed' : 'failed',
      paint('bold', `Verdict: ${verdicts[report.verdict].text}.`),
    ),
    '',
  ].join('\n');
}

const effortLine = (run: Run): string => paint('dim', `${describeEffort(run)}, ${run.url}`);

function familyLines(results: readonly Result[]): string[] {
  return families.flatMap((family) => {
    const own = results.filter((result) => result.family === family);
    if (own.length === 0) return [];
    const counts = tally(own);
    const kinds = outcomes.filter((outcome) => counts[outcome] > 0);
    const parts = kinds.map((outcome) => paint(outcome, `${counts[outcome]} ${outcome}`));
    const isBroken = counts.failed + counts.errored > 0;
    const mark = counts.passed > 0 ? paint('passed', '✓') : paint('inconclusive', '–');
    return [`${isBroken ? paint('failed', '✗') : mark} ${family.padEnd(12)} ${parts.join(', ')}`];
  });
}

function findingLines({ groups, known }: Report): string[] {
  const rest = groups.slice(maxFindings);
  const lines = rest.slice(0, maxLines).map((group) => `  ${groupTitle(group)}: ${group[0]?.finding?.observed ?? ''}`);
  return [
    ...groups.slice(0, maxFindings).flatMap((group) => {
      const isKnown = group.every((result) => known.has(result));
      const title = `${groupTitle(group)}${isKnown ? ' (known)' : ''}`;
      return [paint(isKnown ? 'dim' : 'failed', title), ...indented(groupLines(group)), ''];
    }),
    ...(rest.length > 0 ? ['Further failures, which a report describes:', ...lines] : []),
    ...(rest.length > maxLines ? [`  … and ${rest.length - maxLines} more`] : []),
    ...(rest.length > 0 ? [''] : []),
  ];
}

const indented = (lines: readonly string[]): string[] =>
  lines.map((line) => (line.startsWith('curl ') ? paint('dim', `  ${line}`) : `  ${line}`));

/** Lists what this run could not check, so that it does not look like a pass. */
function silenceLines(results: readonly Result[]): string[] {
  const byReason = grouped(results.filter(isSilent), ({ outcome, reason }) => `${outcome}: ${reason}`);
  const reasons = [...byReason].sort(([, a], [, b]) => b.length - a.length);
  const some = reasons.slice(0, maxReasons);
  const lines = some.map(([reason, own]) => paint('dim', `${String(own.length).padStart(5)} ${reason}`));
  if (reasons.length > maxReasons)
    lines.push(paint('dim', `    … and ${reasons.length - maxReasons} more reasons; a report has them all.`));
  return lines.length === 0 ? [] : ['Not shown:', ...lines, ''];
}

const replayed: Readonly<Record<Outcome, string>> = {
  passed: 'Fixed: the server keeps the rule now',
  failed: 'Still failing: the server breaks the rule',
  inconclusive: 'Not shown: the data can no longer show it',
  unsupported: 'Not shown: the server does not offer it',
  disabled: 'Not run: it was not allowed',
  errored: 'Not shown: the suite itself failed',
};

/** The result of replaying one finding: the server's present response, and whether it is still wrong. */
export function replayText({ run }: Report): string {
  const [result] = run.results;
  if (!result) return [...describeIncidents(run), ''].join('\n');
  const { outcome, rules, title } = result;
  return [
    paint('bold', `${rules.join(' ')} ${idOfResult(result)}`),
    `  ${title}`,
    ...indented(resultLines(result, true)),
    effortLine(run),
    paint(outcome, `${replayed[outcome]}.`),
    '',
  ].join('\n');
}
