import { randomUUID } from 'node:crypto';
import { link, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRunning, ownIdentity, parseIdentity, type ProcessIdentity } from './process-identity.js';

/** Another process uses the data directory; the message names both. */
export class DirectoryHeldError extends Error {
  override readonly name = 'DirectoryHeldError';

  constructor(
    readonly directory: string,
    readonly holder: ProcessIdentity,
  ) {
    super(
      `The data directory ${directory} is in use by process ${holder.pid} on ${holder.host}: ` +
        `stop that process, or set DATA_DIR to another directory.`,
    );
  }
}

export interface DirectoryLock {
  release(): Promise<void>;
}

/** How often a holder shows that it lives, to those that cannot see its process, and after how long without it is dead. */
const beat = 5_000;
const silence = 30_000;

const released = 'released';

/**
 * Takes the directory for this process, or throws DirectoryHeldError. A lock is a file named lock.<number> that names
 * its holder. The one with the highest number counts, and that one is never removed: numbers only grow, so whoever saw
 * an older state and takes a number that is lower, or taken, notices. Thus several processes may find the same dead
 * holder without harm.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const identity = ownIdentity();
  for (;;) {
    const latest = await latestLock(directory);
    if (latest > 0) {
      const holder = await holderOf(directory, latest);
      if (holder === 'gone') continue;
      if (holder !== null) throw new DirectoryHeldError(directory, holder);
    }
    const own = latest + 1;
    if (!(await create(directory, own, JSON.stringify(identity)))) continue;
    if ((await latestLock(directory)) === own) return hold(directory, own);
    await rm(pathOf(directory, own), { force: true });
  }
}

async function hold(directory: string, own: number): Promise<DirectoryLock> {
  await removeBefore(directory, own);
  const path = pathOf(directory, own);
  const show = () => void utimes(path, new Date(), new Date()).catch(() => undefined);
  const timer = setInterval(show, beat).unref();
  return {
    async release() {
      clearInterval(timer);
      await create(directory, own + 1, released);
      await removeBefore(directory, own + 1);
    },
  };
}

/** Who holds this lock: null when nobody does any more, 'gone' when the file was replaced meanwhile. */
async function holderOf(directory: string, number: number): Promise<ProcessIdentity | 'gone' | null> {
  const path = pathOf(directory, number);
  try {
    const content = await readFile(path, 'utf8');
    if (content === released) return null;
    const holder = parseIdentity(content);
    // A lock begins to be with its content, so only a machine that lost power leaves less than that.
    if (!holder) return null;
    const running = isRunning(holder) ?? Date.now() - (await stat(path)).mtimeMs < silence;
    return running ? holder : null;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'gone';
    throw error;
  }
}

const pathOf = (directory: string, number: number): string => join(directory, `lock.${number}`);

async function numbers(directory: string): Promise<number[]> {
  const names = await readdir(directory);
  return names.flatMap((name) => (/^lock\.[1-9]\d*$/.test(name) ? [Number(name.slice('lock.'.length))] : []));
}

const latestLock = async (directory: string): Promise<number> => Math.max(0, ...(await numbers(directory)));

// A hard link brings a file into being with its content, at once and only once.
async function create(directory: string, number: number, content: string): Promise<boolean> {
  const draft = join(directory, `lock-${randomUUID()}`);
  await writeFile(draft, content);
  try {
    await link(draft, pathOf(directory, number));
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft);
  }
}

// The one before stays: a listing in progress may show neither the entry that goes nor the one that comes.
async function removeBefore(directory: string, number: number): Promise<void> {
  const lower = (await numbers(directory)).filter((other) => other < number - 1);
  await Promise.all(lower.map((other) => rm(pathOf(directory, other), { force: true })));
}

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
