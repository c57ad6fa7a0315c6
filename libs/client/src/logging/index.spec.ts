import { describe, expect, it } from '@jest/globals';
import { mockedClient } from '../../test/support/make-client.js';
import { pageResponse, problemResponse } from '../testing/mock-fetch.js';
import { logEvents, type Logger, type LogLevel } from './index.js';

async function run(level: LogLevel): Promise<string[]> {
  const lines: string[] = [];
  const line = (name: string) => (message: string, details: unknown) =>
    lines.push(`${name} ${message} ${JSON.stringify(details)}`);
  const logger: Logger = { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') };
  const busy = problemResponse(429, 'rate_limited', { headers: { 'retry-after': '1' } });
  const script = [busy, pageResponse([]), problemResponse(404, 'not_found')];
  const { client } = mockedClient(script, { token: 'secret-token', onEvent: logEvents(logger, level) });
  await client.members.list({ filters: { email: { in: ['noor@example.org'] } } });
  await client.members.get('m1').safe();
  return lines;
}

describe('logEvents', () => {
  it.each([
    ['debug', ['debug', 'debug', 'info', 'info', 'debug', 'debug', 'debug', 'debug', 'debug', 'error']],
    ['info', ['info', 'info', 'error']],
    ['error', ['error']],
  ] as const)('writes from %s upwards', async (level, levels) => {
    expect((await run(level)).map((line) => line.split(' ')[0])).toEqual(levels);
  });

  it('writes neither tokens nor filter values', async () => {
    const text = (await run('debug')).join('\n');
    expect(text).not.toMatch(/secret-token|noor/);
    expect(text).toContain('filters[email][in]');
  });
});
