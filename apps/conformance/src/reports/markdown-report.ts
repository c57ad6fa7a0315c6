import { grouped } from '../grouped.js';
import { mutationScoreText } from '../run/mutation-score.js';
import { verdictTexts } from '../run/verdict.js';
import { effortOf, outcomes, type Report } from './report.js';

/** A title begins in lower case: reports put it into sentences. */
const sentence = (title: string): string => title.charAt(0).toUpperCase() + title.slice(1);

const inTable = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ');

/** So many backticks as no text has: what a server answers ends no code. */
const fence = (text: string, least: number): string =>
  '`'.repeat(Math.max(least, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));

function code(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const ticks = fence(line, 1);
  return `${ticks} ${line} ${ticks}`;
}

export function markdownReport({ run, verdict, counts, executed, rules, known, stale, mutationScore }: Report): string {
  const failed = run.results.filter((result) => result.outcome === 'failed' && !known.has(result));
  const errored = run.results.filter(({ outcome }) => outcome === 'errored');
  return [
    `## Conformance of ${run.url}`,
    '',
    `**Verdict: ${verdictTexts[verdict]}.** ${executed} of ${run.results.length} checks were executed.`,
    '',
    `| ${outcomes.join(' | ')} |`,
    `| ${outcomes.map((outcome) => `${'-'.repeat(outcome.length - 1)}:`).join(' | ')} |`,
    `| ${outcomes.map((outcome) => counts[outcome]).join(' | ')} |`,
    '',
    `${effortOf(run)}.${mutationScore ? ` Mutation score: ${mutationScoreText(mutationScore)}.` : ''}`,
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
      const why = outcome === 'passed' || reason === null ? '' : ` — ${inTable(code(reason.slice(0, 200)))}`;
      return `| ${rule} | ${outcome} | ${inTable(text)}${why} |`;
    }),
    '',
    '</details>',
    '',
  ].join('\n');
}

function shellLines(curl: readonly string[]): string[] {
  const ticks = fence(curl.join('\n'), 3);
  return [`${ticks}sh`, ...curl, ticks];
}

function findingLines(
  check: string,
  { rules, subject, title, reason, finding }: Report['run']['results'][number],
  others: number,
): string[] {
  const head = `### ${rules.join(', ')}: ${check}`;
  const about = `${sentence(title)}. On \`${subject}\`${others > 0 ? ` and ${others} more` : ''}.`;
  if (!finding) return [head, '', about, '', `- ${code((reason ?? '').split('\n')[0] ?? '')}`, ''];
  const relation = [`- expected: ${code(finding.expected)}`, `- observed: ${code(finding.observed)}`];
  return [head, '', about, '', ...relation, '', ...shellLines(finding.curl), ''];
}
