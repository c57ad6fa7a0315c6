import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ReferenceServer } from '@resource-catalogue/reference-server';
import { run } from '@resource-catalogue/testing/running-program';
import { startMutant } from '../mutants/start-mutant.js';

const suite = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url));
const guide = readFileSync(new URL('../../../docs/guides/server-authors.md', import.meta.url), 'utf8');
const program = 'npx @resource-catalogue/conformance ';
const commands = guide.split('\n').filter((line) => line.startsWith(program));

let sound: ReferenceServer;
let broken: ReferenceServer;
const folder = mkdtempSync(join(tmpdir(), 'conformance-guide-'));
beforeAll(async () => {
  sound = await startMutant({ size: 'poor' });
  broken = await startMutant({ size: 'poor', mutant: 'envelope-no-link-header' });
});
afterAll(async () => {
  await Promise.all([sound.close(), broken.close()]);
  rmSync(folder, { recursive: true });
});

it.each([
  ['--quick', () => sound, [], 0, 'Verdict: passed'],
  ['--only LIST-4 envelope', () => sound, [], 0, 'Verdict: passed'],
  ['--only LIST-4 --report', () => broken, [], 1, 'FAILED LIST-4'],
  ['replay', () => broken, [], 1, 'FAILED LIST-4'],
  // A part of the run is enough to test the options; the whole run takes a minute.
  ['--allow-writes', () => sound, ['--only', 'AUTH-2'], 0, 'Verdict: passed'],
] as const)('the command with %s in the guide for server authors works', async (words, serverOf, more, code, said) => {
  const { url, tokens } = serverOf();
  const [command = '', ...others] = commands.filter((line) => line.includes(words));
  const args = command.slice(program.length).replace(/ #.*/, '').replace('http://127.0.0.1:4010', url).split(' ');
  const variables = { CONFORMANCE_TOKEN: tokens.full };
  const ending = await run(process.execPath, [suite, ...args, ...more], variables, { cwd: folder }).ended;
  expect(others).toEqual([]);
  expect([ending.code, ending.stdout]).toEqual([code, expect.stringContaining(said)]);
});
