import { idOfResult, type Result } from '../run/result.js';
import type { Report } from './report.js';
import { effortLine, evidenceLines, type Paint } from './terminal.js';

const verdicts: Readonly<Record<Result['outcome'], string>> = {
  passed: 'Fixed: the server keeps the rule now',
  failed: 'Still failing: the server breaks the rule',
  inconclusive: 'Not shown: the data can no longer show it',
  unsupported: 'Not shown: the server does not offer it',
  disabled: 'Not run: it was not allowed',
  errored: 'Not shown: the suite itself failed',
};

/** What a replay of one finding says: what the server does now, and whether that is still wrong. */
export function replayText({ run }: Report, paint: Paint): string {
  const [result] = run.results;
  if (!result) return '';
  const { outcome, rules, title } = result;
  return [
    paint('bold', `${rules.join(' ')} ${idOfResult(result)}`),
    `  ${title}`,
    ...evidenceLines(result, paint),
    effortLine(run, paint),
    paint(outcome, `${verdicts[outcome]}.`),
    '',
  ].join('\n');
}
