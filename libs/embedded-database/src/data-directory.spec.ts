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

/** Folders end with a slash. */
async function put(...names: readonly string[]): Promise<void> {
  for (const name of names) {
    const path = join(directory, name);
    await (name.endsWith('/') ? mkdir(path, { recursive: true }) : writeFile(path, 'a'));
  }
}

describe('makeDirectory', () => {
  it('makes all that is missing, and leaves what is there', async () => {
    const path = join(directory, 'a/b/c');
    await makeDirectory(path);
    await put('a/b/c/file');
    await makeDirectory(path);
    expect(await readdir(path)).toEqual(['file']);
  });

  it('refuses the path of a file, and one that cannot be created', async () => {
    await put('file');
    await expect(makeDirectory(join(directory, 'file'))).rejects.toThrow(/EEXIST/);
    await expect(makeDirectory(join(directory, 'file/below'))).rejects.toThrow(/ENOTDIR/);
    if (process.platform === 'linux') await expect(makeDirectory('/proc/catalogue')).rejects.toThrow(/ENOENT/);
  });
});

describe('prepareDirectory', () => {
  it.each([
    ['nothing', []],
    ['what earlier services left of their locks', ['lock', 'lock.3', 'lock-0198', 'spare', 'postgres/']],
    ['what file systems put there', ['lost+found/', '.snapshot/', '.DS_Store']],
  ])('lets a database be made where there is %s', async (_, names) => {
    await put(...names);
    expect(await prepareDirectory(directory)).toBe('new');
    expect(await readdir(join(directory, 'postgres'))).toEqual([]);
  });

  it('finds a database that is complete, once it is', async () => {
    expect(await prepareDirectory(directory)).toBe('new');
    await put('postgres/base/', 'postgres/PG_VERSION');
    await completeDirectory(directory);
    expect(await prepareDirectory(directory)).toBe('present');
    expect(await readdir(join(directory, 'postgres'))).toEqual(['PG_VERSION', 'base']);
  });

  it('begins again where a first start was interrupted', async () => {
    await prepareDirectory(directory);
    await put('postgres/base/', 'postgres/PG_VERSION');
    expect(await prepareDirectory(directory)).toBe('new');
    expect(await readdir(join(directory, 'postgres'))).toEqual([]);
  });

  it.each([
    ['a database without its version', ['postgres/', 'postgres/base/'], 'has a database that cannot be opened'],
    ['a database in another place', ['PG_VERSION', 'base/'], 'has no database, and is not empty either (PG_VERSION)'],
    ['a database that was renamed', ['postgres.old/'], 'has no database, and is not empty either (postgres.old)'],
    ['somebody’s files', ['lock.1', 'notes.txt'], 'has no database, and is not empty either (notes.txt)'],
  ])('refuses %s, and changes nothing', async (_, names, reason) => {
    await put(...names);
    const before = await readdir(directory, { recursive: true });
    const refused = prepareDirectory(directory);
    await expect(refused).rejects.toBeInstanceOf(DataDirectoryError);
    await expect(refused).rejects.toThrow(`The data directory ${directory} ${reason}`);
    await expect(refused).rejects.toThrow(/: restore the directory from a backup, or set DATA_DIR to an empty one\.$/);
    expect(await readdir(directory, { recursive: true })).toEqual(before);
  });
});
