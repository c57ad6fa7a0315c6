import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { transformFile } from '@swc/core';
import { DirectoryHeldError, lockDirectory } from './directory-lock.js';
import { ownIdentity } from './process-identity.js';

const starter = `
import { lockDirectory } from './directory-lock.js';
process.stdin.once('end', () => process.exit(0)).resume();
try {
  const lock = await lockDirectory(process.argv[2]);
  process.stdout.write('held\\n');
  process.once('SIGTERM', () => lock.release().then(() => process.exit(0)));
} catch (error) {
  process.stdout.write(error.name + '\\n');
  process.exit(0);
}`;

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
  for (const name of ['directory-lock', 'process-identity']) {
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
  await Promise.all(children.splice(0).map((child) => stop(child, 'SIGKILL')));
  await rm(directory, { recursive: true });
});

async function start(): Promise<Starter> {
  const child = spawn(process.execPath, [join(programs, 'starter.js'), directory], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
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

const lockFiles = async () => (await readdir(directory)).sort();
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

  it('lets exactly one of five starters win, in an empty directory and after a holder that was killed', async () => {
    for (let round = 0; round < 4; round += 1) {
      const starters = await Promise.all(Array.from({ length: 5 }, start));
      const outcomes = starters.map(({ outcome }) => outcome).sort();
      const refused = Array.from({ length: 4 }, () => 'DirectoryHeldError');
      expect(outcomes).toEqual([...refused, 'held']);
      await Promise.all(starters.map(({ child }) => stop(child, 'SIGKILL')));
    }
    expect((await lockFiles()).length).toBeLessThanOrEqual(2);
  }, 30_000);

  it('believes a holder of another machine or container as long as it shows that it lives', async () => {
    const path = join(directory, 'lock.1');
    await writeFile(path, JSON.stringify({ ...ownIdentity(), host: 'elsewhere', pid: 1 }));
    await expect(lockDirectory(directory)).rejects.toThrow('process 1 on elsewhere');
    const longAgo = new Date(Date.now() - 31_000);
    await utimes(path, longAgo, longAgo);
    await takeAndRelease();
  });

  it('takes what a power failure left of a lock for nobody', async () => {
    await writeFile(join(directory, 'lock.3'), '');
    await takeAndRelease();
  });

  it('never lets two hold the directory, however takers and releases interleave', async () => {
    let holders = 0;
    let taken = 0;
    const taker = async () => {
      for (let attempt = 0; attempt < 100; attempt += 1) {
        const lock = await lockDirectory(directory).catch((error: unknown) => {
          if (error instanceof DirectoryHeldError) return null;
          throw error;
        });
        if (!lock) continue;
        taken += 1;
        holders += 1;
        expect(holders).toBe(1);
        await new Promise((resolve) => setTimeout(resolve, 1));
        holders -= 1;
        await lock.release();
      }
    };
    await Promise.all(Array.from({ length: 8 }, taker));
    expect(taken).toBeGreaterThan(20);
  }, 30_000);
});

/** Where the system tells when a process started and whether it has ended. */
const withProcessTable = () => {
  it('tells a process that got the number of a dead holder from that holder', async () => {
    await writeFile(join(directory, 'lock.7'), JSON.stringify({ ...ownIdentity(), started: '1' }));
    await takeAndRelease();
  });

  it('does not take a zombie for a holder', async () => {
    const { child } = await start();
    const name = (await lockFiles()).at(-1) ?? '';
    // The child outlives the shell, which becomes a program that neither waits for it nor ends: so it stays a zombie.
    const shell = spawn('sh', ['-c', 'sleep 0.5 & echo $!; exec sleep 60'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    children.push(shell);
    const pid = Number(await firstWords(shell.stdout));
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    await stop(child, 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await writeFile(join(directory, name), JSON.stringify({ ...ownIdentity(), pid, started }));
    await takeAndRelease();
  });
};

if (existsSync('/proc/self/stat')) describe('lockDirectory, given a process table', withProcessTable);
