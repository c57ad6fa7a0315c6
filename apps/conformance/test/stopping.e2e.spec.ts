import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { ReferenceServer } from '@resource-catalogue/reference-server';
import { startMutant } from '../mutants/start-mutant.js';

const suite = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url));

let server: ReferenceServer;
beforeEach(async () => {
  server = await startMutant({ size: 'poor' });
});
afterEach(() => server.close());

/** A run of the command as it was built, once it has read the data; it must print its result nowhere. */
async function startRun(): Promise<{ child: ChildProcess; ended: Promise<{ code: number | null; lines: string[] }> }> {
  const options = ['check', server.url, '--token', server.tokens.full, '--rate', '20'];
  const child = spawn(process.execPath, [suite, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (more: string) => (text += `RESULT ${more}`));
  child.stderr.setEncoding('utf8').on('data', (more: string) => (text += more));
  const closed = once(child, 'close');
  while (!text.includes('minutes.\n')) await once(child.stderr, 'data');
  const before = text.length;
  const ended = closed.then(() => ({ code: child.exitCode, lines: text.slice(before).trim().split('\n') }));
  return { child, ended };
}

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  'a run that is stopped by %s ends at once with %i and one line, and has no result',
  async (signal, code) => {
    const { child, ended } = await startRun();
    child.kill(signal);
    expect(await ended).toEqual({ code, lines: [`Stopped by ${signal}: this run has no result.`] });
  },
);

it('a run whose server goes away ends with 3 and one line', async () => {
  const { ended } = await startRun();
  const since = performance.now();
  await server.close();
  const { code, lines } = await ended;
  // What waits for its turn would take minutes.
  expect(performance.now() - since).toBeLessThan(60_000);
  expect(code).toBe(3);
  expect(lines.at(-1)).toMatch(/^http:\/\/\S+ (?:cannot be reached|cut the connection) ?.*\.$/);
  expect(lines.join()).not.toContain('RESULT');
});
