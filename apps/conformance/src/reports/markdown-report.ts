import { verdicts } from '../run/verdict.js';
import { groupLines, groupTitle, inFlightLines } from './failures.js';
import { countPlanned, describeEffort, describeIncidents, describeCounts, type Report } from './report.js';

/** The maximum number of failures, because a job summary has a maximum size. */
const maxGroups = 40;

/** Lines as code, between more backticks than they have in a row, so that a response cannot end the code. */
function code(lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const text = lines.map((line) => line.replace(/\s*\n\s*/g, ' '));
  const runs = [...text.join('\n').matchAll(/`+/g)].map(([ticks]) => ticks.length + 1);
  const fence = '`'.repeat(Math.max(3, ...runs));
  return ['', `${fence}text`, ...text, fence, ''];
}

/** A summary of a job: the verdict, the counts, and the failures as the terminal shows them. */
export function markdownReport({ run, verdict, counts, executed, groups, known, stale }: Report): string {
  const unknown = groups.map((group) => group.filter((result) => !known.has(result))).filter((own) => own.length > 0);
  const left = unknown.length - maxGroups;
  return [
    `## Conformance of ${run.url}`,
    '',
    `**Verdict: ${verdicts[verdict].text}.** ${executed} of ${countPlanned(run)} checks were executed.`,
    '',
    `${describeCounts(counts)}. ${describeEffort(run)}.`,
    ...code([...stale.map((entry) => `Stale in the baseline: ${entry}`), ...describeIncidents(run)]),
    ...code(inFlightLines(run)),
    ...unknown.slice(0, maxGroups).flatMap((group) => ['', `### ${groupTitle(group)}`, ...code(groupLines(group))]),
    ...(left > 0 ? [`${left} more failures are in the other reports.`] : []),
    '',
  ].join('\n');
}
