import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { transformFile } from '@swc/core';
import { DirectoryHeldError, lockDirectory, ownIdentity } from './directory-lock.js';

const starter = `
import { lockDirectory } from './directory-lock.js';
process.stdin.once('end', () => process.exit(0)).resume();
try {
  const lock = await lockDirectory(process.argv[2]);
  process.stdout.write('held\\n');
  process.stdin.on('data', async () => process.stdout.write((await lock.held()) ? 'held\\n' : 'lost\\n'));
  process.once('SIGTERM', () => lock.release().then(() => process.exit(0)));
} catch (error) {
  process.stdout.write(error.name + '\\n');
  process.exit(0);
}`;

/** Of each of the takers, and of all starters, and how many start: more in an exhaustive run (see CONTRIBUTING.md). */
const [rounds, contests, contestants] = process.env['EXHAUSTIVE'] === undefined ? [3, 2, 3] : [100, 20, 5];

/** A starter in a process of its own; what it printed says whether it holds the directory. */
interface Starter {
  readonly child: ChildProcess;
  readonly outcome: string;
}

let programs: string;
let directory: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  programs = await mkdtemp(join(tmpdir(), 'catalogue-starter-'));
  await writeFile(join(programs, 'package.json'), '{"type":"module"}');
  await writeFile(join(programs, 'starter.js'), starter);
  for (const name of ['data-directory', 'directory-lock', 'system-lock']) {
    const source = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
    const { code } = await transformFile(source, {
      jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
      module: { type: 'es6' },
    });
    await writeFile(join(programs, `${name}.js`), code);
  }
});
afterAll(() => rm(programs, { recursive: true }));

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'catalogue-lock-'));
});
afterEach(async () => {
  jest.restoreAllMocks();
  await Promise.all(children.splice(0).map((child) => stop(child, 'SIGKILL')));
  await rm(directory, { recursive: true });
});

async function start(prefix: readonly string[] = [], env = process.env): Promise<Starter> {
  const [program = process.execPath, ...args] = [...prefix, process.execPath, join(programs, 'starter.js'), directory];
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'], env });
  children.push(child);
  return { child, outcome: await firstWords(child.stdout) };
}

async function firstWords(output: Readable): Promise<string> {
  for await (const chunk of output.iterator({ destroyOnReturn: false })) return String(chunk).trim();
  return '';
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

/** Whether a holder that was paused, or overtaken, still has the directory as far as it knows. */
async function ask({ child }: Starter): Promise<string> {
  child.stdin?.write('?');
  return child.stdout ? firstWords(child.stdout) : '';
}

/** Makes the newest lock look as if its holder had last shown that long ago, in milliseconds, that it lives. */
async function showAgo(age: number): Promise<void> {
  const then = new Date(Date.now() - age);
  await utimes(join(directory, (await lockFiles()).at(-1) ?? ''), then, then);
}

const lockFiles = async () => (await readdir(directory)).filter((name) => name.startsWith('lock.')).sort();
const takeAndRelease = async () => (await lockDirectory(directory)).release();

describe('lockDirectory', () => {
  it('refuses a directory that another process holds, and names both', async () => {
    const { child, outcome } = await start();
    expect(outcome).toBe('held');
    const refusal = lockDirectory(directory);
    await expect(refusal).rejects.toBeInstanceOf(DirectoryHeldError);
    await expect(refusal).rejects.toThrow(
      new RegExp(`^The data directory ${directory} is in use by process ${child.pid} on [^:]+: stop .+\\.$`),
    );
  });

  it('refuses the own process a second time, until it has released the directory', async () => {
    const lock = await lockDirectory(directory);
    await expect(lockDirectory(directory)).rejects.toThrow(`process ${process.pid} `);
    await lock.release();
    await takeAndRelease();
  });

  it('is free after a holder that released it', async () => {
    const { child } = await start();
    await stop(child, 'SIGTERM');
    await takeAndRelease();
  });

  it('is free after a holder that was killed', async () => {
    const { child } = await start();
    await stop(child, 'SIGKILL');
    await takeAndRelease();
  });

  it('lets exactly one of several starters win, in an empty directory and after a holder that was killed', async () => {
    for (let round = 0; round < contests; round += 1) {
      const starters = await Promise.all(Array.from({ length: contestants }, () => start()));
      const outcomes = starters.map(({ outcome }) => outcome).sort();
      const refused = Array.from({ length: contestants - 1 }, () => 'DirectoryHeldError');
      expect(outcomes).toEqual([...refused, 'held']);
      await Promise.all(starters.map(({ child }) => stop(child, 'SIGKILL')));
    }
    expect((await lockFiles()).length).toBeLessThanOrEqual(2);
  });

  it('believes a holder of another machine or container until it has not shown for 30 seconds that it lives', async () => {
    await writeFile(join(directory, 'lock.1'), JSON.stringify({ ...ownIdentity(), host: 'elsewhere', pid: 1 }));
    jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    await showAgo(29_999);
    await expect(lockDirectory(directory)).rejects.toThrow('process 1 on elsewhere');
    await showAgo(30_000);
    await takeAndRelease();
  });

  it('believes the lock file of a version that has no other lock', async () => {
    await writeFile(join(directory, 'lock.1'), JSON.stringify(ownIdentity()));
    await expect(lockDirectory(directory)).rejects.toThrow(`process ${process.pid} `);
  });

  it('takes what a power failure left of a lock for nobody', async () => {
    await writeFile(join(directory, 'lock.3'), '');
    await takeAndRelease();
  });

  it('notices that the directory was deleted, or replaced by another one, which it leaves alone', async () => {
    const lock = await lockDirectory(directory);
    expect(await lock.held()).toBe(true);
    await rm(directory, { recursive: true });
    expect(await lock.held()).toBe(false);
    await mkdir(directory);
    const other = await lockDirectory(directory);
    expect(await lock.held()).toBe(false);
    await lock.release();
    expect(await other.held()).toBe(true);
    await other.release();
  });

  it.each([
    ['with', process.env['PATH']],
    ['without', ''],
  ])(
    'never lets two hold the directory, however takers and releases interleave, %s locks of the system',
    async (_, path) => {
      jest.replaceProperty(process, 'env', { ...process.env, PATH: path });
      let holders = 0;
      let taken = 0;
      const taker = async () => {
        for (let attempt = 0; attempt < rounds; attempt += 1) {
          const lock = await lockDirectory(directory).catch((error: unknown) => {
            if (error instanceof DirectoryHeldError) return null;
            throw error;
          });
          if (!lock) continue;
          taken += 1;
          holders += 1;
          expect(holders).toBe(1);
          expect(await lock.held()).toBe(true);
          holders -= 1;
          await lock.release();
        }
      };
      await Promise.all(Array.from({ length: 8 }, taker));
      expect(taken).toBeGreaterThan(0);
    },
  );
});

/** A process group of its own numbers, where this user may have one: as in another container. */
const namespace = ['unshare', '--user', '--map-root-user', '--pid', '--fork', '--kill-child'];
const elsewhere = spawnSync(namespace[0] ?? '', [...namespace.slice(1), 'true']).status === 0 ? namespace : [];

/** The process itself, which a namespace hides behind the program that made it. */
async function innermost({ pid = NaN }: ChildProcess): Promise<number> {
  if (elsewhere.length === 0) return pid;
  return Number(await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'));
}

const withLocksOfSystem = () => {
  it('stays with a holder in another container that was paused, and is free at once when that is killed', async () => {
    const holder = await start(elsewhere);
    const pid = await innermost(holder.child);
    process.kill(pid, 'SIGSTOP');
    await showAgo(31_000);
    await expect(lockDirectory(directory)).rejects.toBeInstanceOf(DirectoryHeldError);
    process.kill(pid, 'SIGCONT');
    expect(await ask(holder)).toBe('held');
    await showAgo(0);
    const exit = once(holder.child, 'exit');
    process.kill(pid, 'SIGKILL');
    await exit;
    await takeAndRelease();
  });

  it('stays with its holder when somebody deletes the lock files, and is free once that is killed', async () => {
    await mkdir(join(directory, 'postgres'));
    await writeFile(join(directory, 'postgres/PG_VERSION'), '17');
    const holder = await start();
    const names = (await readdir(directory)).filter((name) => name.startsWith('lock'));
    for (const name of names) await rm(join(directory, name));
    expect((await start()).outcome).toBe('DirectoryHeldError');
    expect([names.length, await ask(holder)]).toEqual([2, 'held']);
    await stop(holder.child, 'SIGKILL');
    await takeAndRelease();
  });

  it('where the system has no lock: who was taken for dead notices, and leaves the directory to the other', async () => {
    const withoutPrograms = { PATH: '' };
    const paused = await start([], withoutPrograms);
    paused.child.kill('SIGSTOP');
    await writeFile(join(directory, 'lock.1'), JSON.stringify({ ...ownIdentity(), host: 'elsewhere' }));
    await showAgo(31_000);
    const next = await start([], withoutPrograms);
    paused.child.kill('SIGCONT');
    expect([next.outcome, await ask(paused), await ask(next)]).toEqual(['held', 'lost', 'held']);
    await stop(paused.child, 'SIGTERM');
    expect(await ask(next)).toBe('held');
    expect((await start([], withoutPrograms)).outcome).toBe('DirectoryHeldError');
  });
};

if (spawnSync('flock', ['--version']).status === 0) describe('lockDirectory, given flock(1)', withLocksOfSystem);

/** Where the system tells when a process started and whether it has ended. */
const withProcessTable = () => {
  it('tells a process that got the number of a dead holder from that holder', async () => {
    await writeFile(join(directory, 'lock.7'), JSON.stringify({ ...ownIdentity(), started: '1' }));
    await takeAndRelease();
  });

  it('does not take a zombie for a holder', async () => {
    const { child } = await start();
    const name = (await lockFiles()).at(-1) ?? '';
    // The child outlives the shell, which becomes a program that never waits for it: so it stays a zombie.
    const shell = spawn('sh', ['-c', 'head -n 1 <&3 >/dev/null & echo $!; exec cat'], {
      stdio: ['pipe', 'pipe', 'inherit', 'pipe'],
    });
    children.push(shell);
    const [input, output, , toChild] = shell.stdio;
    if (!input || !output || !(toChild instanceof Writable)) throw new Error('The shell has no pipes.');
    const pid = Number(await firstWords(output));
    input.write('echo');
    expect(await firstWords(output)).toBe('echo');
    const state = async () => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    };
    const started = (await state())[19];
    await stop(child, 'SIGKILL');
    toChild.write('end\n');
    while ((await state())[0] !== 'Z');
    await writeFile(join(directory, name), JSON.stringify({ ...ownIdentity(), pid, started }));
    await takeAndRelease();
  });
};

if (existsSync('/proc/self/stat')) describe('lockDirectory, given a process table', withProcessTable);
