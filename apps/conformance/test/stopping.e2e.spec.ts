import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startMutant } from '../mutants/start-mutant.js';
import { startCommand } from './processes.js';

// The command as it was built, in a process of its own.
let server: Awaited<ReturnType<typeof startMutant>>;
beforeEach(async () => {
  server = await startMutant({ size: 'poor' });
});
afterEach(() => server.close());

const check = () => startCommand('check', server.url, '--token', server.tokens.full, '--rate', '20');
const lines = (text: string): string[] => text.trim().split('\n');

describe('a run that is stopped', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('by %s ends at once with %i and one line, and has no result', async (signal, code) => {
    const { child, ended, described } = check();
    const before = await described(/Snapshot: [^]*minutes\.\n/);
    child.kill(signal);
    const ending = await ended;
    expect(ending).toMatchObject({ code, stdout: '' });
    expect(ending.stderr.slice(before.length).trim()).toBe(`Stopped by ${signal}: this run has no result.`);
  });

  it('by a server that goes away ends with 3 and one line', async () => {
    const { ended, described } = check();
    await described(/Snapshot: [^]*minutes\.\n/);
    await server.close();
    const ending = await ended;
    expect(ending).toMatchObject({ code: 3, stdout: '' });
    expect(lines(ending.stderr).at(-1)).toMatch(/^http:\/\/\S+ (?:cannot be reached|cut the connection) ?.*\.$/);
  });
});

it('a command that cannot do its work says one line and ends with its code', async () => {
  const ending = await startCommand('check', 'http://127.0.0.1:1', '--token', 'a').ended;
  expect(ending).toMatchObject({ code: 3, stdout: '' });
  expect(lines(ending.stderr)).toHaveLength(1);
});
