import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach } from '@jest/globals';
import { copyEmptyFiles, copySeededFiles } from './prepared-files.js';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** How a process ended, and all that it printed. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningProgram {
  readonly child: ChildProcess;
  readonly ended: Promise<Ending>;
  /** What stdout holds once it matches; rejects when the process ends before. */
  said(pattern: RegExp): Promise<string>;
}

type Environment = Readonly<Record<string, string>>;

interface Place {
  readonly cwd?: string;
  /** A process group of its own, as a terminal gives to what it runs. */
  readonly detached?: boolean;
}

/** What the machine code of PostgreSQL gains by a second, better compilation takes longer than these programs live. */
const quickly = ['--liftoff-only'];

const left: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const leave of left.splice(0).reverse()) await leave();
});

/** Runs a program with no variables but those given, on a free port. It is killed after the test if it still runs. */
export function run(
  program: string,
  args: readonly string[],
  variables: Environment,
  place: Place = {},
): RunningProgram {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(program, program === process.execPath ? [...quickly, ...args] : args, {
    cwd: tmpdir(),
    ...place,
    env: { PATH, HOME, PORT: '0', LOG_LEVEL: 'warn', SHUTDOWN_DELAY: '0', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  const ended = new Promise<Ending>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, ...output }));
  });
  left.push(() => kill(child, place.detached === true));
  const said = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => pattern.test(output.stdout) && resolve(output.stdout);
      child.stdout.on('data', look);
      look();
      ended.then(({ stderr }) => reject(new Error(`It ended and said: ${stderr}`)), reject);
    });
  return { child, ended, said };
}

/** Ends what still runs, and whatever it started if it has a group of its own. */
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

export function built(program: string): string {
  const path = join(root, 'apps/server/bundle', program);
  if (existsSync(path)) return path;
  throw new Error('These tests run the built service. Build it first: npx nx bundle @resource-catalogue/server');
}

export const startService = (variables: Environment): RunningProgram =>
  run(process.execPath, [built('main.js')], variables);

const patientTimers = new URL('patient-timers.mjs', import.meta.url).href;

/** Lets a service wait for what a test holds up in its database, however slow the machine is. */
export function patientlyOn(databaseUrl: string): Environment {
  const url = new URL(databaseUrl);
  url.searchParams.set('statement_timeout', '0');
  return { DATABASE_URL: url.href, NODE_OPTIONS: `--import ${patientTimers}` };
}

export const startCommand = (variables: Environment, ...args: readonly string[]): RunningProgram =>
  run(process.execPath, [built('catalogue.js'), ...args], variables);

/** Root may read and write everything, unless these two rights are taken from it. */
const withoutRootsRights =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search', '--inh-caps=-all'] : [];

const inTurn = fileURLToPath(new URL('commands-in-turn.mjs', import.meta.url));

/** What each of several commands, for which the modes of files count, would end with and print, in one process. */
export async function catalogueOfNobody(
  variables: Environment,
  ...lines: readonly (readonly string[])[]
): Promise<Ending[]> {
  const words = lines.map((line) => JSON.stringify(line));
  const [program = '', ...args] = [
    ...withoutRootsRights,
    process.execPath,
    ...quickly,
    inTurn,
    built('catalogue-program.js'),
    ...words,
  ];
  const { stdout, stderr } = await run(program, args, variables).ended;
  const texts = (output: string) => output.split(/^=== (\d+)\n/m).filter((_, index) => index % 2 === 0);
  const codes = [...stderr.matchAll(/^=== (\d+)\n/gm)].map(([, code]) => Number(code));
  const [printed, told] = [texts(stdout), texts(stderr)];
  if (codes.length !== lines.length) throw new Error(`Not all commands have ended: ${stderr}`);
  return codes.map((code, index) => ({
    code,
    signal: null,
    stdout: printed[index] ?? '',
    stderr: told[index] ?? '',
  }));
}

export const catalogue = (variables: Environment, ...args: readonly string[]): Promise<Ending> =>
  startCommand(variables, ...args).ended;

export interface Banner {
  readonly url: string;
  readonly docs: string;
  readonly token: string | undefined;
  readonly curl: string | undefined;
}

/** What a start prints once the service answers. */
export async function banner(service: RunningProgram): Promise<Banner> {
  const text = await service.said(/^(?:curl|Access tokens) .*\n/m);
  const word = (label: string) => new RegExp(`^${label} +(\\S+)$`, 'm').exec(text)?.[1];
  const curl = /^curl .*$/m.exec(text)?.[0];
  return { url: word('Resource Catalogue') ?? '', docs: word('Reference') ?? '', token: word('Demo token'), curl };
}

/** A folder of the test's own, in the folder for passing files or in another one. */
export async function newFolder(parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(parent, 'catalogue-start-'));
  left.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A data directory that has the newest schema, and no rows: to set one up takes far longer than to copy it. */
export async function emptyFolder(): Promise<string> {
  const folder = await newFolder();
  await copyEmptyFiles(folder);
  return folder;
}

/** A data directory that holds the small demonstration catalogue of the other tests. */
export async function seededFolder(parent?: string): Promise<string> {
  const folder = await newFolder(parent);
  await copySeededFiles(folder);
  return folder;
}

export async function statusOf(url: string, token: string | undefined): Promise<number> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token ?? ''}` } });
  await response.arrayBuffer();
  return response.status;
}
