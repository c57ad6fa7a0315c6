import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DataDirectoryError } from './data-directory.js';
import { DirectoryHeldError, DirectoryLock } from './directory-lock.js';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'catalogue-lock-'));
});
afterEach(async () => {
  jest.restoreAllMocks();
  await rm(directory, { recursive: true, force: true });
});

const take = () => DirectoryLock.take(directory);
const takeAndRelease = async () => (await take()).release();

describe('the lock of a data directory', () => {
  it('rejects a directory that is in use, and names the process', async () => {
    const lock = await take();
    await expect(take()).rejects.toBeInstanceOf(DirectoryHeldError);
    const holder = `The data directory ${directory} is in use by process ${process.pid} on `;
    await expect(take()).rejects.toThrow(holder);
    await expect(take()).rejects.toThrow(/: stop that process, or set DATA_DIR to another directory\.$/);
    await lock.release();
    await takeAndRelease();
  });

  it('has one holder at a time, even under contention', async () => {
    let holders = 0;
    let taken = 0;
    const taker = async () => {
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const lock = await take().catch((error: unknown) => {
          if (error instanceof DirectoryHeldError) return null;
          throw error;
        });
        if (!lock) continue;
        taken += 1;
        holders += 1;
        expect([holders, await lock.held()]).toEqual([1, true]);
        holders -= 1;
        await lock.release();
      }
    };
    await Promise.all(Array.from({ length: 8 }, taker));
    expect(taken).toBeGreaterThan(0);
  });

  it('is lost when the directory is deleted or replaced, without touching the new one', async () => {
    const lock = await take();
    expect(await lock.held()).toBe(true);
    await rm(directory, { recursive: true });
    expect(await lock.held()).toBe(false);
    await mkdir(directory);
    const other = await take();
    expect(await lock.held()).toBe(false);
    await lock.release();
    expect(await other.held()).toBe(true);
    await other.release();
  });
});

const givenFlock = () => {
  it('is held by a paused process, and released as soon as that is killed', async () => {
    await writeFile(join(directory, 'lock'), '');
    const script = 'exec 3<>"$0/lock"; flock -x 3; echo held; exec sleep 60';
    const holder = spawn('sh', ['-c', script, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(holder, 'exit');
    await once(holder.stdout, 'data');
    holder.kill('SIGSTOP');
    await expect(take()).rejects.toThrow('is in use by another process');
    holder.kill('SIGKILL');
    await ended;
    await takeAndRelease();
  });

  it('is still held after the lock file is deleted', async () => {
    await mkdir(join(directory, 'postgres'));
    await writeFile(join(directory, 'postgres/PG_VERSION'), '17');
    const lock = await take();
    await rm(join(directory, 'lock'));
    await expect(take()).rejects.toBeInstanceOf(DirectoryHeldError);
    expect(await lock.held()).toBe(true);
    await lock.release();
    await takeAndRelease();
  });

  it('rejects a directory that cannot be locked', async () => {
    jest.replaceProperty(process, 'env', { ...process.env, PATH: '/nowhere' });
    await expect(take()).rejects.toBeInstanceOf(DataDirectoryError);
    await expect(take()).rejects.toThrow(`The data directory ${directory} cannot be locked: install flock`);
  });
};

if (spawnSync('flock', ['--version']).status === 0)
  describe('the lock of a data directory, using flock(1)', givenFlock);
