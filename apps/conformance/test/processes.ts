import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const apps = fileURLToPath(new URL('../..', import.meta.url));

/** How a process ended, and all that it said. */
export interface Ending {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ending>;
  /** What it has said once that matches; rejects when it ends before. */
  described(pattern: RegExp): Promise<string>;
}

type Environment = Readonly<Record<string, string>>;

/** Starts a program of a project as it was built, with no setting but those given. */
function start(project: 'server' | 'conformance', program: string, args: readonly string[], settings: Environment) {
  return startNode([builtOf(project, program), ...args], settings);
}

function builtOf(project: 'server' | 'conformance', program: string): string {
  const path = join(apps, project, project === 'server' ? 'bundle' : 'dist', program);
  if (existsSync(path)) return path;
  throw new Error(`Build it first: npx nx run-many -t build bundle`);
}

function startNode(args: readonly string[], settings: Environment): Running {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, args, {
    cwd: tmpdir(),
    env: { PATH, HOME, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  const ended = once(child, 'close').then((): Ending => ({ code: child.exitCode, ...output }));
  const described = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const text = `${output.stdout}${output.stderr}`;
        if (pattern.test(text)) resolve(text);
      };
      child.stdout.on('data', look);
      child.stderr.on('data', look);
      look();
      void ended.then(({ stderr }) => reject(new Error(`It ended and said: ${stderr}`)), reject);
    });
  return { child, ended, described };
}

/** The product: what the service's operator starts. */
export const startService = (settings: Environment): Running => start('server', 'main.js', [], settings);

const oneAfterTheOther = `
  const [program, calls] = process.argv.slice(1);
  const { catalogueProgram } = await import(program);
  for (const call of JSON.parse(calls)) await catalogueProgram().parseAsync(call, { from: 'user' });`;

/**
 * Calls of the operator's command line, in one process, as most of the work is to load it and to compile PostgreSQL, which
 * needs no better code for so little. Answers what they printed.
 */
export async function catalogue(settings: Environment, ...calls: readonly (readonly string[])[]): Promise<string> {
  const program = pathToFileURL(builtOf('server', 'catalogue-program.js')).href;
  const words = ['--liftoff-only', '--input-type=module', '--eval', oneAfterTheOther, '--', program];
  const { code, stdout, stderr } = await startNode([...words, JSON.stringify(calls)], settings).ended;
  // What a mirror leaves out, and why, stands in the log, which goes to stdout.
  if (code !== 0) throw new Error(`catalogue ${calls.join('; ')} ended with ${code}: ${stderr}${stdout}`);
  return stdout;
}

/** The command of this suite, as its users start it. */
export const startCommand = (...args: readonly string[]): Running => start('conformance', 'src/cli/main.js', args, {});
