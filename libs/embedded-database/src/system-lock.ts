import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** The code of a system's or a database's error; the classes of such errors are not always ours to compare with. */
export const codeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

/** 'held' by somebody else, or null where the system or the file system has no such lock. */
type SystemLock = FileHandle | 'held' | null;

/**
 * Locks a file by means of the operating system: the lock ends with the process that has the file open, however that
 * ends, and only then; a process that is merely paused keeps it.
 */
export function lockFile(path: string): Promise<SystemLock> {
  const flag = exclusiveFlags[process.platform];
  return flag === undefined ? lockByProgram(() => open(path, 'a')) : openExclusively(path, flag | constants.O_CREAT);
}

/**
 * Locks a file that is there and that others read, in the same way; null where it is not. Windows can only refuse reading, and
 * has no need of this: nobody can delete an open file there.
 */
export async function lockExistingFile(path: string): Promise<SystemLock> {
  if (process.platform === 'win32') return null;
  const flag = exclusiveFlags[process.platform];
  try {
    return await (flag === undefined ? lockByProgram(() => open(path, 'r+')) : openExclusively(path, flag));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

// BSD's O_EXLOCK, which Node passes on, and what libuv takes for a file that nobody else may open. Node names neither.
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

async function openExclusively(path: string, flag: number): Promise<SystemLock> {
  try {
    return await open(path, constants.O_RDWR | flag);
  } catch (error) {
    const code = codeOf(error);
    if (codesOfHeld.has(code)) return 'held';
    if (codesOfMissing.has(code)) return null;
    throw error;
  }
}

// What flock(1) locks is the open file itself, which is ours too: it stays locked when that program has ended, until the
// last descriptor is closed. Node opens files so that no other program which this process starts inherits them.
async function lockByProgram(opening: () => Promise<FileHandle>): Promise<SystemLock> {
  const file = await opening();
  try {
    const program = spawn('flock', ['-n', '-x', '3'], { stdio: ['ignore', 'ignore', 'pipe', file.fd] });
    let complaint = '';
    program.stderr?.on('data', (words: Buffer) => (complaint += String(words)));
    await once(program, 'close');
    if (program.exitCode === 0) return file;
    await file.close();
    // It says nothing when somebody else has the lock, and why when there cannot be one.
    return program.exitCode === 1 && complaint === '' ? 'held' : null;
  } catch {
    await file.close();
    return null;
  }
}
