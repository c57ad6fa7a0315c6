import { idOfResult, type Result } from '../run/result.js';
import type { Report } from './report.js';
import type { Paint } from './terminal.js';

const verdicts: Readonly<Record<Result['outcome'], string>> = {
  passed: 'Mended: the server keeps the rule now',
  failed: 'Still failing: the server breaks the rule',
  inconclusive: 'Not shown: the data, or what is known of it, can show it no longer',
  unsupported: 'Not shown: the server does not offer it',
  disabled: 'Not run: it was not allowed',
  errored: 'Not shown: the suite itself failed',
};

/** What a replay of one finding says: what the server does now, and whether that is still wrong. */
export function replayText({ run }: Report, paint: Paint): string {
  const [result] = run.results;
  if (!result) return '';
  const { finding, outcome, reason, rules, title } = result;
  const body = finding
    ? [
        `  expected  ${finding.expected}`,
        `  observed  ${finding.observed}`,
        ...finding.curl.map((line) => paint('dim', `  ${line}`)),
      ]
    : reason === null
      ? []
      : [`  ${reason}`];
  return [
    paint('bold', `${rules.join(' ')} ${idOfResult(result)}`),
    `  ${title}`,
    ...body,
    paint('dim', `${run.requests} requests in ${run.seconds.toFixed(1)} s, seed ${run.seed}, ${run.url}`),
    paint(outcome, `${verdicts[outcome]}.`),
    '',
  ].join('\n');
}
