import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach, expect, it } from '@jest/globals';
import type { ReferenceServer } from '@resource-catalogue/reference-server';
import { run } from '@resource-catalogue/testing/running-program';
import { listen } from '@resource-catalogue/testing/sockets';
import { startMutant } from '../mutants/start-mutant.js';
import { type Json, parseJson } from '../src/json.js';
import { schemaFaults } from './report-schema.js';

const suite = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url));

let server: ReferenceServer;
beforeEach(async () => {
  server = await startMutant({ size: 'poor' });
});
afterEach(() => server.close());

const folder = mkdtempSync(join(tmpdir(), 'conformance-stopping-'));
const file = join(folder, 'report.json');
afterAll(() => rmSync(folder, { recursive: true }));

const options = (url: string): string[] => ['check', url, '--token', server.tokens.full, '--seed', '1'];

/** Starts the built command and waits until it has read the data. */
async function startRun(...more: readonly string[]) {
  const report = ['--report', `json=${file}`];
  const program = run(process.execPath, [suite, ...options(server.url), ...report, ...more], {});
  let printed = '';
  program.child.stderr?.on('data', (text: string) => (printed += text));
  while (!printed.includes('minutes.')) await once(program.child.stderr ?? program.child, 'data');
  return program;
}

const readReport = (): Json => parseJson(readFileSync(file, 'utf8')) ?? null;

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('a run stopped by %s ends at once with %i and reports the checks so far', async (signal, code) => {
  const { child, ended } = await startRun('--rate', '20');
  // Sent twice, as by a terminal and by npm, which forwards it.
  child.kill(signal);
  setTimeout(() => child.kill(signal), 100);
  const { code: found, stdout } = await ended;
  expect([found, stdout]).toEqual([code, expect.stringContaining(`Unfinished: stopped by ${signal}.`)]);
  expect(stdout).toContain(` --resume ${file}`);
  const report = readReport();
  expect(report).toMatchObject({ verdict: 'unfinished', exit_code: code, unfinished: { signal } });
  expect(schemaFaults(report)).toEqual([]);
});

it('a run stopped before its first check prints one line and writes no report', async () => {
  const silent = createServer();
  const firstRequest = once(silent, 'request');
  const url = `http://127.0.0.1:${await listen(silent)}`;
  const { child, ended } = run(process.execPath, [suite, ...options(url)], {});
  await firstRequest;
  child.kill('SIGINT');
  const line = 'Stopped by SIGINT before the first check, so no report was written.\n';
  expect(await ended).toMatchObject({ code: 130, stdout: '', stderr: line });
  silent.close().closeAllConnections();
});

it('a run whose server disappears waits for it, lists the requests in flight and ends with 3', async () => {
  const { ended } = await startRun('--rate', '20', '--max-outage', '2s');
  await server.close();
  const { code, stdout, stderr } = await ended;
  expect([code, stdout]).toEqual([3, expect.stringMatching(/In flight when the run ended:\n {2}\S+\/\S+\n {2}curl /)]);
  expect(stderr).toMatch(
    /^http:\/\/\S+ (?:cannot be reached|cut the connection) ?.*\. Waiting for it for up to 2 s\.$/m,
  );
  expect(readReport()).toMatchObject({ verdict: 'unfinished', exit_code: 3, outages: [{ recovered: false }] });
});
