import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { catalogue, catalogueOfNobody, newFolder } from '../start/running-program.js';
import { fillSmallFiles } from '../support/small-files.js';

describe('a user without the right', () => {
  let data: string;
  let files: string;
  let closed: string[];

  let exported: string;

  // Nothing that is refused changes it, so all tests have the same.
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'catalogue-rights-'));
    exported = join(data, 'exported');
    await fillSmallFiles(data);
    await catalogue({ DATA_DIR: data }, 'export', exported);
  });
  afterAll(() => rm(data, { recursive: true, force: true }));
  beforeEach(async () => {
    [files, closed] = [await newFolder(), []];
    await cp(exported, join(files, 'before'), { recursive: true });
  });
  afterEach(() => Promise.all(closed.map((path) => chmod(path, 0o700))));

  async function close(path: string, mode: number): Promise<string> {
    await chmod(path, mode);
    closed.push(path);
    return path;
  }

  async function refuses(because: string, ...args: readonly string[]): Promise<void> {
    const { code, stdout, stderr } = await catalogueOfNobody({ DATA_DIR: data }, ...args);
    // A slow machine shows progress meanwhile.
    const said = stderr.replace(/^((?:reading|exporting) .*\n)*/, '');
    expect([code, stdout, said]).toEqual([1, '', `${because}\n`]);
  }

  it('to write a folder exports nothing, and leaves what is there', async () => {
    const folder = join(files, 'mine');
    await mkdir(folder);
    await writeFile(join(folder, 'users.ndjson'), 'older');
    await close(folder, 0o500);
    const reason = 'cannot be written, this user has no right to.';
    await refuses(`Nothing was exported: ${folder} ${reason}`, 'export', folder);
    await refuses(`Nothing was exported: ${folder}/inner ${reason}`, 'export', join(folder, 'inner'));
    expect(await readdir(folder)).toEqual(['users.ndjson']);
    expect(String(await readFile(join(folder, 'users.ndjson')))).toBe('older');
  });

  it('to read a file imports nothing of the others either', async () => {
    const folder = join(files, 'changed');
    await cp(join(files, 'before'), folder, { recursive: true });
    await rm(join(folder, 'manifest.json'));
    const users = String(await readFile(join(folder, 'users.ndjson')));
    await writeFile(join(folder, 'users.ndjson'), users.replaceAll('"time_zone":"', '"time_zone":"New'));
    const bookings = await close(join(folder, 'bookings.ndjson'), 0o000);
    await refuses(`Nothing was imported: ${bookings} cannot be read, this user has no right to.`, 'import', folder);
    await catalogue({ DATA_DIR: data }, 'export', join(files, 'after'));
    for (const name of await readdir(join(files, 'before'))) {
      if (name === 'manifest.json') continue;
      const [before, after] = ['before', 'after'].map((each) => readFile(join(files, each, name)));
      expect(await after).toEqual(await before);
    }
  });

  it('to read a folder or its manifest, or to write what is left out, does not even begin', async () => {
    const folder = join(files, 'before');
    const manifest = await close(join(folder, 'manifest.json'), 0o000);
    await refuses(`Nothing was imported: ${manifest} cannot be read, this user has no right to.`, 'import', folder);
    const rejects = await close(await newFolder(), 0o500);
    await refuses(
      `Nothing was imported: the folder ${rejects}/left of --rejects cannot be written, this user has no right to.`,
      ...['import', join(folder, 'users.ndjson'), '--continue', '--rejects', join(rejects, 'left')],
    );
    await close(folder, 0o000);
    const users = join(folder, 'users.ndjson');
    await refuses(`Nothing was imported: ${folder} cannot be read, this user has no right to.`, 'import', folder);
    await refuses(`Nothing was imported: ${users} cannot be read, this user has no right to.`, 'import', users);
  });
});
