import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** How a process ended, and its output. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningProgram {
  readonly child: ChildProcess;
  readonly ended: Promise<Ending>;
  /** Resolves with stdout once it matches; rejects if the process ends before. */
  untilOutput(pattern: RegExp): Promise<string>;
}

export type Environment = Readonly<Record<string, string>>;

export interface SpawnOptions {
  readonly cwd?: string;
  /** Starts it in its own process group, as a terminal does. */
  readonly detached?: boolean;
}

/** Runs a program with only the given variables, on a free port. */
export function spawnProgram(
  program: string,
  args: readonly string[],
  variables: Environment,
  place: SpawnOptions = {},
): RunningProgram {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(program, args, {
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
  const untilOutput = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => pattern.test(output.stdout) && resolve(output.stdout);
      child.stdout.on('data', look);
      look();
      ended.then(({ stderr }) => reject(new Error(`The program ended: ${stderr}`)), reject);
    });
  return { child, ended, untilOutput };
}

export function built(program: string): string {
  const path = join(root, 'apps/server/bundle', program);
  if (existsSync(path)) return path;
  throw new Error('These tests run the built service. Build it first: npx nx bundle @resource-catalogue/server');
}

export interface Banner {
  readonly url: string;
  readonly docs: string;
  readonly token: string | undefined;
  readonly curl: string | undefined;
}

/** The output of a start once the service responds. */
export async function banner(service: RunningProgram): Promise<Banner> {
  const text = await service.untilOutput(/^(?:curl|Access tokens) .*\n/m);
  const word = (label: string) => new RegExp(`^${label} +(\\S+)$`, 'm').exec(text)?.[1];
  const curl = /^curl .*$/m.exec(text)?.[0];
  return { url: word('Resource Catalogue') ?? '', docs: word('Reference') ?? '', token: word('Demo token'), curl };
}
