import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { completeDirectory, DataDirectoryError, makeDirectory, prepareDirectory } from './data-directory.js';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'catalogue-directory-'));
});
afterEach(() => rm(directory, { recursive: true }));

/** Names of directories end with a slash. */
async function put(...names: readonly string[]): Promise<void> {
  for (const name of names) {
    const path = join(directory, name);
    await (name.endsWith('/') ? mkdir(path, { recursive: true }) : writeFile(path, 'a'));
  }
}

describe('makeDirectory', () => {
  it('creates missing directories and preserves existing ones', async () => {
    const path = join(directory, 'a/b/c');
    await makeDirectory(path);
    await put('a/b/c/file');
    await makeDirectory(path);
    expect(await readdir(path)).toEqual(['file']);
  });

  it('rejects the path of a file, and one that cannot be created', async () => {
    await put('file');
    await expect(makeDirectory(join(directory, 'file'))).rejects.toThrow(/EEXIST/);
    await expect(makeDirectory(join(directory, 'file/below'))).rejects.toThrow(/ENOTDIR/);
    if (process.platform === 'linux') await expect(makeDirectory('/proc/catalogue')).rejects.toThrow(/ENOENT/);
  });
});

describe('prepareDirectory', () => {
  it.each([
    ['nothing', []],
    ['lock files of earlier processes', ['lock', 'lock.3', 'lock-0198', 'spare', 'postgres/']],
    ['files of file systems', ['lost+found/', '.snapshot/', '.DS_Store']],
  ])('accepts a directory that contains only %s', async (_, names) => {
    await put(...names);
    expect(await prepareDirectory(directory)).toBe('new');
    expect(await readdir(join(directory, 'postgres'))).toEqual([]);
  });

  it('finds a database once it is complete', async () => {
    expect(await prepareDirectory(directory)).toBe('new');
    await put('postgres/base/', 'postgres/PG_VERSION');
    await completeDirectory(directory);
    expect(await prepareDirectory(directory)).toBe('present');
    expect(await readdir(join(directory, 'postgres'))).toEqual(['PG_VERSION', 'base']);
  });

  it('starts over after an interrupted first start', async () => {
    await prepareDirectory(directory);
    await put('postgres/base/', 'postgres/PG_VERSION');
    expect(await prepareDirectory(directory)).toBe('new');
    expect(await readdir(join(directory, 'postgres'))).toEqual([]);
  });

  it.each([
    ['a database without its version', ['postgres/', 'postgres/base/'], 'has a database that cannot be opened'],
    ['a database in another place', ['PG_VERSION', 'base/'], 'has no database, and is not empty either (PG_VERSION)'],
    ['a database that was renamed', ['postgres.old/'], 'has no database, and is not empty either (postgres.old)'],
    ['unrelated files', ['lock.1', 'notes.txt'], 'has no database, and is not empty either (notes.txt)'],
  ])('rejects %s without changing it', async (_, names, reason) => {
    await put(...names);
    const before = await readdir(directory, { recursive: true });
    const refused = prepareDirectory(directory);
    await expect(refused).rejects.toBeInstanceOf(DataDirectoryError);
    await expect(refused).rejects.toThrow(`The data directory ${directory} ${reason}`);
    await expect(refused).rejects.toThrow(/: restore the directory from a backup, or set DATA_DIR to an empty one\.$/);
    expect(await readdir(directory, { recursive: true })).toEqual(before);
  });
});
