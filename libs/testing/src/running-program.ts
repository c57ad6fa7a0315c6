import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach } from '@jest/globals';
import { copyEmptyFiles, copySeededFiles } from './prepared-files.js';
import {
  built,
  type Ending,
  type Environment,
  type SpawnOptions,
  type RunningProgram,
  spawnProgram,
} from './program.js';

export { type Banner, banner, built, type Ending, root, type RunningProgram } from './program.js';

const left: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const leave of left.splice(0).reverse()) await leave();
});

/** Runs a program as `spawnProgram` does, and kills it after the test if it is still running. */
export function run(
  program: string,
  args: readonly string[],
  variables: Environment,
  place: SpawnOptions = {},
): RunningProgram {
  const running = spawnProgram(program, args, variables, place);
  left.push(() => kill(running.child, place.detached === true));
  return running;
}

/** Kills running programs and, if they have a process group, everything that they started. */
async function kill(child: ChildProcess, detached: boolean): Promise<void> {
  const running = child.exitCode === null && child.signalCode === null;
  if (running) child.kill('SIGKILL');
  if (running) await once(child, 'exit');
  try {
    if (detached) process.kill(-(child.pid ?? NaN), 'SIGKILL');
  } catch {
    // The whole group has ended.
  }
}

export const startService = (variables: Environment): RunningProgram =>
  run(process.execPath, [built('main.js')], variables);

const patientTimers = new URL('patient-timers.mjs', import.meta.url).href;

/** Makes a service wait for as long as a test blocks its database, however slow the machine is. */
export function patientlyOn(databaseUrl: string): Environment {
  const url = new URL(databaseUrl);
  url.searchParams.set('statement_timeout', '0');
  return { DATABASE_URL: url.href, NODE_OPTIONS: `--import ${patientTimers}` };
}

export const startCommand = (variables: Environment, ...args: readonly string[]): RunningProgram =>
  run(process.execPath, [built('catalogue.js'), ...args], variables);

/** Root may read and write everything unless these two capabilities are dropped. */
const withoutRoot =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search', '--inh-caps=-all'] : [];

const inTurn = fileURLToPath(new URL('commands-in-turn.mjs', import.meta.url));

/** Exit codes and output of several commands, run in one process. */
export const commandsInTurn = (variables: Environment, ...lines: readonly (readonly string[])[]): Promise<Ending[]> =>
  runInTurn([], variables, lines);

/** The same without the rights of root, for commands that depend on file modes. */
export const commandsWithoutRoot = (
  variables: Environment,
  ...lines: readonly (readonly string[])[]
): Promise<Ending[]> => runInTurn(withoutRoot, variables, lines);

async function runInTurn(
  prefix: readonly string[],
  variables: Environment,
  lines: readonly (readonly string[])[],
): Promise<Ending[]> {
  const words = lines.map((line) => JSON.stringify(line));
  const [program = '', ...args] = [...prefix, process.execPath, inTurn, built('catalogue-program.js'), ...words];
  const { stdout, stderr } = await run(program, args, variables).ended;
  const texts = (output: string) => output.split(/^=== (\d+)\n/m).filter((_, index) => index % 2 === 0);
  const codes = [...stderr.matchAll(/^=== (\d+)\n/gm)].map(([, code]) => Number(code));
  const [printed, told] = [texts(stdout), texts(stderr)];
  if (codes.length !== lines.length) throw new Error(`Some commands have not ended: ${stderr}`);
  return codes.map((code, index) => ({
    code,
    signal: null,
    stdout: printed[index] ?? '',
    stderr: told[index] ?? '',
  }));
}

export const catalogue = (variables: Environment, ...args: readonly string[]): Promise<Ending> =>
  startCommand(variables, ...args).ended;

/** A directory for the test alone, in the temporary directory or another one. */
export async function newFolder(parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(parent, 'catalogue-start-'));
  // A killed service leaves its server to stop by itself.
  left.push(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }));
  return folder;
}

/** An empty data directory with the newest schema: copying one is far faster than setting it up. */
export async function emptyFolder(): Promise<string> {
  const folder = await newFolder();
  await copyEmptyFiles(folder);
  return folder;
}

/** A data directory with the small demo catalogue of the other tests. */
export async function seededFolder(parent?: string): Promise<string> {
  const folder = await newFolder(parent);
  await copySeededFiles(folder);
  return folder;
}

export async function fetchStatus(url: string, token: string | undefined): Promise<number> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token ?? ''}` } });
  await response.arrayBuffer();
  return response.status;
}
