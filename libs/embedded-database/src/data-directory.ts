import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** The data directory cannot be used; the message names it and says what to do. */
export class DataDirectoryError extends Error {
  override readonly name = 'DataDirectoryError';
}

export const dataFolder = (directory: string): string => join(directory, 'postgres');
export const spareFolder = (directory: string): string => join(directory, 'spare');

/** Exists from the first file of a new database until all of them are on disk. */
const markPath = (directory: string): string => join(directory, 'being-made');

const remedy = 'restore the directory from a backup, or set DATA_DIR to an empty one';

export const damaged = (directory: string, cause: unknown): DataDirectoryError =>
  new DataDirectoryError(
    `The data directory ${directory} has a database that cannot be opened (${errorMessage(cause)}): ${remedy}.`,
    { cause },
  );

export const cannotMake = (directory: string, cause: unknown): DataDirectoryError =>
  new DataDirectoryError(
    `No database can be created in the data directory ${directory} (${errorMessage(cause)}): set DATA_DIR to another directory.`,
    { cause },
  );

export const fullDisk = (directory: string, mebibytes: number, cause?: unknown): DataDirectoryError =>
  new DataDirectoryError(
    `The disk of the data directory ${directory} is full: free ${mebibytes} MiB there, or set DATA_DIR to a directory on another disk.`,
    { cause },
  );

/** The code of a system or database error; `instanceof` does not work for all of their classes. */
export const errorCode = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

/** Error codes of the system and of PostgreSQL. */
const codesOfFull = new Set<string | undefined>(['ENOSPC', 'EDQUOT', '53100']);

export const isFull = (error: unknown): boolean => codesOfFull.has(errorCode(error));

const errorMessage = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/**
 * Creates a directory and its parents if needed. Node's own recursive mkdir never returns on file systems such as
 * `/proc`, where directories cannot be created.
 */
export async function makeDirectory(directory: string): Promise<void> {
  const path = resolve(directory);
  const parent = dirname(path);
  if (!existsSync(parent)) await makeDirectory(parent);
  await mkdir(path).catch(async (error: unknown) => {
    if (errorCode(error) !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error;
  });
}

/**
 * Prepares the directory for PostgreSQL and returns whether a database must be created. Only an empty directory gets
 * one, because the remains of a database may be needed.
 */
export async function prepareDirectory(directory: string): Promise<'new' | 'present'> {
  const folder = dataFolder(directory);
  if (existsSync(markPath(directory))) {
    // No write to it has been confirmed.
    await rm(folder, { recursive: true, force: true });
  } else {
    const inside = await listEntries(folder);
    if (inside.includes('PG_VERSION')) return 'present';
    if (inside.length > 0) throw damaged(directory, 'PG_VERSION is missing');
    const other = (await listEntries(directory)).find(isForeign);
    if (other !== undefined) {
      throw new DataDirectoryError(
        `The data directory ${directory} has no database, and is not empty either (${other}): ${remedy}.`,
      );
    }
    await writeFile(markPath(directory), '', { flush: true });
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await syncEntry(directory);
  return 'new';
}

/** Syncs all files of a new database to disk before it counts as one. */
export async function completeDirectory(directory: string): Promise<void> {
  await syncTree(dataFolder(directory));
  await rm(markPath(directory));
  await syncEntry(directory);
}

/** Not ours: files that file systems create by themselves. */
const isForeign = (name: string): boolean => !/^(?:postgres|spare|lock(?:[.-].*)?|lost\+found|\..*)$/.test(name);

async function listEntries(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

async function syncTree(folder: string): Promise<void> {
  const paths = await readdir(folder, { recursive: true });
  // One after the other takes twice the time; the system itself limits the concurrency.
  await Promise.all(['', ...paths].map((path) => syncEntry(join(folder, path))));
}

async function syncEntry(path: string): Promise<void> {
  // Windows cannot open directories, and does not need to sync them.
  const windows = process.platform === 'win32';
  if (windows && (await stat(path)).isDirectory()) return;
  const file = await open(path, windows ? 'r+' : 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
