import { expect, it } from '@jest/globals';
import { resultOf } from '../../test/results.js';
import { progress } from './progress.js';

it('the progress counts a check that is run again once, and as it ended last', () => {
  const lines: string[] = [];
  const listener = progress({ write: (text) => lines.push(text) }, (_, text) => text);
  listener.start?.(2, { seconds: 0, requests: 6, latency: null });
  listener.result?.(resultOf({ outcome: 'failed' }));
  listener.result?.(resultOf());
  listener.result?.(resultOf({ subject: 'users' }));
  expect(lines).toEqual(['1/2 checks, 1 failed so far\n', '2/2 checks\n']);
});
