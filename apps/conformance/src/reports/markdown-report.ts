import { grouped } from '../grouped.js';
import { verdictTexts } from '../run/verdict.js';
import type { Report } from './report.js';

const inTable = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ');

/** A summary for the page of a CI job. */
export function markdownReport({ run, verdict, counts, executed, rules, known, stale, power }: Report): string {
  const failed = run.results.filter((result) => result.outcome === 'failed' && !known.has(result));
  const errored = run.results.filter(({ outcome }) => outcome === 'errored');
  return [
    `## Conformance of ${run.url}`,
    '',
    `**Verdict: ${verdictTexts[verdict]}.** ${executed} of ${run.results.length} checks were executed.`,
    '',
    '| passed | failed | inconclusive | unsupported | disabled | errored |',
    '| -----: | -----: | -----------: | ----------: | -------: | ------: |',
    `| ${counts.passed} | ${counts.failed} | ${counts.inconclusive} | ${counts.unsupported} | ${counts.disabled} | ${counts.errored} |`,
    '',
    `${run.requests} requests in ${run.seconds.toFixed(1)} s, seed ${run.seed}.${power ? ` On this data the run could have caught ${power.catchable} of ${power.known} known faults.` : ''}`,
    '',
    ...stale.map((entry) => `- Stale in the baseline: ${entry}`),
    ...[...grouped([...failed, ...errored], ({ check }) => check)].flatMap(([check, [first, ...others]]) =>
      first ? findingLines(check, first, others.length) : [],
    ),
    '<details><summary>Every rule</summary>',
    '',
    '| Rule | Outcome | About |',
    '| ---- | ------- | ----- |',
    ...rules.map(({ rule, outcome, text, reason }) => {
      const why = outcome === 'passed' || reason === null ? '' : ` — ${inTable(reason).slice(0, 200)}`;
      return `| ${rule} | ${outcome} | ${inTable(text)}${why} |`;
    }),
    '',
    '</details>',
    '',
  ].join('\n');
}

function findingLines(
  check: string,
  { rules, subject, title, reason, finding }: Report['run']['results'][number],
  others: number,
): string[] {
  return [
    `### ${rules.join(', ')}: ${check}`,
    '',
    `${title}. On \`${subject}\`${others > 0 ? ` and ${others} more` : ''}.`,
    '',
    ...(finding
      ? [`- expected: ${finding.expected}`, `- observed: ${finding.observed}`, '', '```sh', ...finding.curl, '```']
      : [`- ${(reason ?? '').split('\n')[0] ?? ''}`]),
    '',
  ];
}
