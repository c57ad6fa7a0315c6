import { expect, it } from '@jest/globals';
import { makeResult } from '../../test/results.js';
import { reportProgress } from './progress.js';

it.each([
  [60, []],
  [61, [expect.stringMatching(/^The quota of this token.* about 2 minutes\./)]],
])('a run of at least %i s prints %j', (seconds, said) => {
  const lines: string[] = [];
  reportProgress({ write: (text) => lines.push(text) }).start?.(2, seconds);
  expect(lines).toEqual(said);
});

it('the progress shows the wait for a server and its recovery', () => {
  const lines: string[] = [];
  const listener = reportProgress({ isTTY: true, write: (text) => lines.push(text) });
  listener.outage?.('http://localhost:3000 cannot be reached.', 60);
  listener.recovery?.(2.04);
  const clear = '\r\u001b[K';
  expect(lines).toEqual([
    `${clear}http://localhost:3000 cannot be reached. Waiting for it for up to 60 s.\n`,
    `${clear}The server responds again after 2.0 s.\n`,
  ]);
});

it('the progress counts a repeated check once, with its last outcome', () => {
  const lines: string[] = [];
  const listener = reportProgress({ write: (text) => lines.push(text) });
  listener.start?.(2, 0);
  listener.result?.(makeResult({ outcome: 'failed' }));
  listener.result?.(makeResult());
  listener.result?.(makeResult({ subject: 'users' }));
  expect(lines).toEqual(['1/2 checks, 1 failed so far\n', '2/2 checks\n']);
});
