import { families } from '../checks/check.js';
import { grouped } from '../grouped.js';
import type { Outcome, Result } from '../run/result.js';
import { verdictTexts } from '../run/verdict.js';
import type { Report } from './report.js';
import { tally } from './tally.js';

const codes: Readonly<Record<Outcome | 'bold' | 'dim', number>> = {
  passed: 32,
  failed: 31,
  inconclusive: 33,
  unsupported: 36,
  disabled: 90,
  errored: 35,
  bold: 1,
  dim: 2,
};

export type Paint = (style: keyof typeof codes, text: string) => string;

/** Colours, or none: a file and a pipe get plain text. */
export const paintFor =
  (colours: boolean): Paint =>
  (style, text) =>
    colours ? `\u001b[${codes[style]}m${text}\u001b[0m` : text;

const mostFindings = 12;
const mostReasons = 8;

/** The report that a person reads first: one line for each family, the failures, and the verdict. */
export function terminalReport(report: Report, paint: Paint): string {
  const { run, counts } = report;
  return [
    '',
    ...familyLines(run.results, paint),
    '',
    ...findingLines(report, paint),
    ...silenceLines(run.results, paint),
    ...(run.changed.length > 0 ? [`The data changed meanwhile: ${run.changed.join(', ')}.`] : []),
    ...(report.power ? [powerLine(report.power)] : []),
    ...report.stale.map((entry) => paint('failed', `Stale in the baseline: ${entry}.`)),
    `${report.executed} of ${run.results.length} checks executed: ${counts.passed} passed, ${counts.failed} failed, ${counts.inconclusive} inconclusive, ${counts.unsupported} unsupported, ${counts.disabled} disabled, ${counts.errored} errored`,
    paint('dim', `${run.requests} requests in ${run.seconds.toFixed(1)} s, seed ${run.seed}, ${run.url}`),
    paint(
      report.verdict === 'passed' ? 'passed' : 'failed',
      paint('bold', `Verdict: ${verdictTexts[report.verdict]}.`),
    ),
    '',
  ].join('\n');
}

const powerLine = ({ catchable, known }: NonNullable<Report['power']>): string =>
  `Power: on this data this run could have caught ${catchable} of ${known} known faults: those of its own self-test, not all that there can be.`;

function familyLines(results: readonly Result[], paint: Paint): string[] {
  return families.flatMap((family) => {
    const own = results.filter((result) => result.family === family);
    if (own.length === 0) return [];
    const counts = tally(own);
    const parts = (['passed', 'failed', 'errored', 'inconclusive', 'unsupported', 'disabled'] as const)
      .filter((outcome) => counts[outcome] > 0)
      .map((outcome) => paint(outcome, `${counts[outcome]} ${outcome}`));
    const mark =
      counts.failed + counts.errored > 0
        ? paint('failed', '✗')
        : counts.passed > 0
          ? paint('passed', '✓')
          : paint('inconclusive', '–');
    return [`${mark} ${family.padEnd(12)} ${parts.join(', ')}`];
  });
}

function findingLines({ run, known }: Report, paint: Paint): string[] {
  const broken = run.results.filter(({ outcome }) => outcome === 'failed' || outcome === 'errored');
  const groups = [...grouped(broken, ({ check }) => check).values()];
  const lines = groups.slice(0, mostFindings).flatMap((results) => groupLines(results, known, paint));
  if (groups.length > mostFindings)
    lines.push(`… and ${groups.length - mostFindings} more checks; a report has them all.`, '');
  return lines;
}

function groupLines(results: readonly Result[], known: ReadonlySet<Result>, paint: Paint): string[] {
  const [first] = results;
  if (!first) return [];
  const others = results.length > 1 ? ` and ${results.length - 1} more` : '';
  const title = `${first.outcome.toUpperCase()} ${first.rules.join(' ')} ${first.check} on ${first.subject}${others}`;
  const isKnown = results.every((result) => known.has(result));
  return [
    paint(isKnown ? 'dim' : first.outcome, `${title}${isKnown ? ' (known)' : ''}`),
    `  ${first.title}`,
    ...(first.finding
      ? [
          `  expected  ${first.finding.expected}`,
          `  observed  ${first.finding.observed}`,
          ...first.finding.curl.slice(-2).map((line) => paint('dim', `  ${line}`)),
        ]
      : [`  ${first.reason ?? ''}`]),
    '',
  ];
}

/** What this run cannot say, in a few lines: silence must not look like a pass. */
function silenceLines(results: readonly Result[], paint: Paint): string[] {
  const silent = results.filter(
    ({ outcome }) => outcome === 'inconclusive' || outcome === 'unsupported' || outcome === 'disabled',
  );
  const reasons = [...grouped(silent, ({ outcome, reason }) => `${outcome}: ${reason}`)]
    .map(([reason, own]) => ({ reason, count: own.length }))
    .sort((a, b) => b.count - a.count);
  const lines = reasons
    .slice(0, mostReasons)
    .map(({ reason, count }) => paint('dim', `${String(count).padStart(5)} ${reason}`));
  if (reasons.length > mostReasons)
    lines.push(paint('dim', `    … and ${reasons.length - mostReasons} more reasons; a report has them all.`));
  return lines.length === 0 ? [] : ['Not shown:', ...lines, ''];
}
