import { expect, it } from '@jest/globals';
import { openLog } from './log.js';

it('LOG_FORMAT=text writes a readable line: ISO time, level, message and values, no control characters', () => {
  const lines: string[] = [];
  const logger = openLog({ logFormat: 'text', logLevel: 'info' }, { write: (line) => void lines.push(line) });
  logger.info(
    { status: 200, path: '/api/v1/spaces', reason: 'two words', odd: 'a\u009b31m', list: { limit: 2 } },
    'completed',
  );
  const error = new Error('broken \u001b[31mred');
  error.stack = `Error: ${error.message}\n    at here`;
  logger.error({ err: error, token: `rct_${'a'.repeat(49)}` }, 'a request\nfailed');
  expect(lines.map((line) => line.replace(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z /, 'TIME '))).toEqual([
    'TIME INFO  completed status=200 path=/api/v1/spaces reason="two words" odd=a\\u009b31m list={"limit":2}\n',
    'TIME ERROR a request failed token=rct_…\n    Error: broken \\u001b[31mred\n        at here\n',
  ]);
});

it('LOG_FORMAT=json writes level names and ISO 8601 times', () => {
  const lines: string[] = [];
  openLog({ logFormat: 'json', logLevel: 'info' }, { write: (line) => void lines.push(line) }).warn('careful');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'warn',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    msg: 'careful',
  });
});
