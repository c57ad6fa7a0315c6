import type { Unanswered } from '../run/outages.js';
import { verdictTexts } from '../run/verdict.js';
import { shortCurl } from '../target/query.js';
import { groupFailures, otherChecks } from './failure-groups.js';
import type { Result } from '../run/result.js';
import { describeEffort, describeIncidents, outcomes, countPlanned, type Report } from './report.js';

/** Capitalises a title; titles begin in lower case so that they fit into sentences. */
const sentence = (title: string): string => title.charAt(0).toUpperCase() + title.slice(1);

const inTable = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ');

/** More backticks than the text has in a row, so that a response cannot end the code. */
const fence = (text: string, least: number): string =>
  '`'.repeat(Math.max(least, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));

function code(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const ticks = fence(line, 1);
  return `${ticks} ${line} ${ticks}`;
}

export function markdownReport({ run, verdict, counts, executed, rules, known, stale }: Report): string {
  const failed = run.results.filter((result) => result.outcome === 'failed' && !known.has(result));
  const errored = run.results.filter(({ outcome }) => outcome === 'errored');
  return [
    `## Conformance of ${run.url}`,
    '',
    `**Verdict: ${verdictTexts[verdict]}.** ${executed} of ${countPlanned(run)} checks were executed.`,
    '',
    `| ${outcomes.join(' | ')} |`,
    `| ${outcomes.map((outcome) => `${'-'.repeat(outcome.length - 1)}:`).join(' | ')} |`,
    `| ${outcomes.map((outcome) => counts[outcome]).join(' | ')} |`,
    '',
    `${describeEffort(run)}.`,
    '',
    ...stale.map((entry) => `- Stale in the baseline: ${entry}`),
    ...describeIncidents(run).map((line) => `- ${code(line)}`),
    ...inFlightLines(run.unfinished?.inFlight ?? []),
    ...groupFailures([...failed, ...errored]).flatMap(findingLines),
    '<details><summary>Every rule</summary>',
    '',
    '| Rule | Outcome | About |',
    '| ---- | ------- | ----- |',
    ...rules.map(({ rule, outcome, text, reason }) => {
      const why = outcome === 'passed' || reason === null ? '' : ` — ${inTable(code(reason.slice(0, 200)))}`;
      return `| ${rule} | ${outcome} | ${inTable(text)}${why} |`;
    }),
    '',
    '</details>',
    '',
  ].join('\n');
}

function shellLines(curl: readonly string[]): string[] {
  const lines = curl.map((line) => shortCurl(line));
  const ticks = fence(lines.join('\n'), 3);
  return [`${ticks}sh`, ...lines, ticks, ''];
}

function inFlightLines(requests: readonly Unanswered[]): string[] {
  if (requests.length === 0) return [];
  return ['', 'Without an answer when the run ended:', '', ...shellLines(requests.map(({ curl }) => curl))];
}

function findingLines(group: readonly Result[]): string[] {
  const [first] = group;
  if (!first) return [];
  const { rules, check, subject, title, reason, finding } = first;
  const others = group.length > 1 ? ` and ${group.length - 1} more` : '';
  const head = [`### ${rules.join(', ')}: ${check}`, '', `${sentence(title)}. On \`${subject}\`${others}.`, ''];
  const also = otherChecks(group).map((own) => `- ${own}`);
  const same = also.length > 0 ? ['The same response fails:', '', ...also, ''] : [];
  if (!finding) return [...head, `- ${code((reason ?? '').split('\n')[0] ?? '')}`, '', ...same];
  const { expected, observed, notes, sequence, smallest, more } = finding;
  return [
    ...head,
    `- expected: ${code(expected)}`,
    `- observed: ${code(observed)}`,
    ...notes.map((note) => `- ${code(note)}`),
    '',
    ...(sequence.length > 0 ? [fence(sequence.join('\n'), 3), ...sequence, fence(sequence.join('\n'), 3), ''] : []),
    ...shellLines(finding.curl),
    ...(smallest
      ? [`The smallest request that fails: ${code(smallest.observed)}`, '', ...shellLines(smallest.curl)]
      : []),
    ...more.flatMap((other) => [
      `- also expected: ${code(other.expected)}`,
      `- observed: ${code(other.observed)}`,
      '',
      ...shellLines(other.curl.slice(-1)),
    ]),
    ...same,
  ];
}
