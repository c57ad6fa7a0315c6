import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { newFolder } from '@resource-catalogue/testing/running-program';

const root = fileURLToPath(new URL('../../..', import.meta.url));

it('a checkout on Windows has the same bytes: .gitattributes keeps LF in texts and marks binary files', async () => {
  const [repository, checkout] = [await newFolder(), await newFolder()];
  const git = async (...args: readonly string[]) => {
    const settings = ['-c', 'core.autocrlf=true', '-c', 'core.safecrlf=false'];
    const places = [`--git-dir=${repository}`, `--work-tree=${root}`];
    return (await promisify(execFile)('git', [...settings, ...places, ...args], { cwd: root })).stdout;
  };
  await git('init', '--quiet');
  await git('add', '.');
  await git('checkout-index', '--all', `--prefix=${checkout}/`);
  const files = (await git('ls-files', '-z')).split('\0').filter((file) => file !== '');
  const isSame = await Promise.all(
    files.map(async (file) => (await readFile(join(root, file))).equals(await readFile(join(checkout, file)))),
  );
  expect(files).toContain('deploy/docker/resource-catalogue');
  expect(files.filter((_, index) => !isSame[index])).toEqual([]);
});
