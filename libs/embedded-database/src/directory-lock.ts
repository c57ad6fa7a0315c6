import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, existsSync } from 'node:fs';
import { type FileHandle, open, readFile, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { errorCode, DataDirectoryError, dataFolder } from './data-directory.js';

/** Another process uses the data directory; the message names both. */
export class DirectoryHeldError extends Error {
  override readonly name = 'DirectoryHeldError';

  constructor(directory: string, holder: string) {
    super(
      `The data directory ${directory} is in use by ${holder}: ` +
        `stop that process, or set DATA_DIR to another directory.`,
    );
  }
}

interface LockedFile {
  readonly path: string;
  readonly file: FileHandle;
}

/**
 * Keeps other processes out of a data directory. The operating system locks open files: such a lock ends exactly
 * when its process ends; a paused process keeps it.
 */
export class DirectoryLock {
  private readonly files: LockedFile[] = [];

  private constructor(private readonly directory: string) {}

  /** Takes the directory for this process, or throws DirectoryHeldError. */
  static async take(directory: string): Promise<DirectoryLock> {
    const lock = new DirectoryLock(directory);
    try {
      const file = await lock.add(lock.own, constants.O_CREAT);
      await lock.lockData();
      await file.truncate();
      // Only for the message to other processes, and the disk may be full.
      await file.write(`process ${process.pid} on ${hostname()}`).catch(() => undefined);
    } catch (error) {
      await lock.release();
      throw error;
    }
    return lock;
  }

  /**
   * Locks a file that belongs to the data, once a new database has one: it keeps others out even if the lock file is
   * deleted. On Windows open files cannot be deleted, and locked ones cannot be read.
   */
  async lockData(): Promise<void> {
    const data = join(dataFolder(this.directory), 'PG_VERSION');
    if (process.platform !== 'win32' && existsSync(data)) await this.add(data);
  }

  /** Whether the directory is still ours: it may have been deleted or replaced. */
  async held(): Promise<boolean> {
    const locked = this.files.at(-1);
    if (!locked) return false;
    const ours = await locked.file.stat();
    const there = await stat(locked.path).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return null;
      throw error;
    });
    return there?.ino === ours.ino && there.dev === ours.dev;
  }

  async release(): Promise<void> {
    // Deletes its name too, if possible.
    await this.files[0]?.file.truncate().catch(() => undefined);
    // The data first: a process that gets the lock file must get the data as well.
    for (const { file } of this.files.splice(0).reverse()) await file.close();
  }

  private get own(): string {
    return join(this.directory, 'lock');
  }

  private async add(path: string, creation = 0): Promise<FileHandle> {
    const file = await lockFile(path, creation);
    if (file === 'held') throw new DirectoryHeldError(this.directory, await this.nameHolder());
    if (file === 'impossible') {
      throw new DataDirectoryError(
        `The data directory ${this.directory} cannot be locked: install flock (of util-linux), or set DATA_DIR to a directory on a file system with locks.`,
      );
    }
    this.files.push({ path, file });
    return file;
  }

  private async nameHolder(): Promise<string> {
    const name = await readFile(this.own, 'utf8').catch(() => '');
    return name || 'another process';
  }
}

type SystemLock = FileHandle | 'held' | 'impossible';

// BSD's O_EXLOCK, which Node passes on, and libuv's flag for exclusive access. Node has no constants for them.
const lockOnOpening = 0x20 | constants.O_NONBLOCK;
const noSharing = 0x1000_0000;
const exclusiveFlags: Partial<Record<NodeJS.Platform, number>> = {
  darwin: lockOnOpening,
  freebsd: lockOnOpening,
  openbsd: lockOnOpening,
  win32: noSharing,
};

const codesOfHeld = new Set<string | undefined>(['EAGAIN', 'EWOULDBLOCK', 'EBUSY']);
const codesOfMissing = new Set<string | undefined>(['ENOTSUP', 'EOPNOTSUPP', 'EINVAL']);

async function lockFile(path: string, creation: number): Promise<SystemLock> {
  const flag = exclusiveFlags[process.platform];
  try {
    const file = await open(path, constants.O_RDWR | creation | (flag ?? 0));
    return flag === undefined ? await lockByProgram(file) : file;
  } catch (error) {
    const code = errorCode(error);
    if (flag !== undefined && codesOfHeld.has(code)) return 'held';
    if (flag !== undefined && codesOfMissing.has(code)) return 'impossible';
    throw error;
  }
}

// flock(1) locks the open file, which this process shares: the lock outlives flock itself, until the last descriptor is
// closed. Node opens files close-on-exec, so other child processes do not inherit the descriptor.
async function lockByProgram(file: FileHandle): Promise<SystemLock> {
  const program = spawn('flock', ['-n', '-x', '3'], { stdio: ['ignore', 'ignore', 'pipe', file.fd] });
  let complaint = '';
  program.stderr?.on('data', (words: Buffer) => (complaint += String(words)));
  const started = await once(program, 'close').then(
    () => true,
    () => false,
  );
  if (started && program.exitCode === 0) return file;
  await file.close();
  // Without output, another process holds the lock; otherwise the output explains why the file cannot be locked.
  return program.exitCode === 1 && complaint === '' ? 'held' : 'impossible';
}
