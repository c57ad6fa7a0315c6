import { execFile } from 'node:child_process';
import { cp, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeEach, expect, it } from '@jest/globals';
import { newFolder } from '@resource-catalogue/testing/running-program';
import { WorkspaceTree } from './workspace-tree.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const tree = new WorkspaceTree(root);
let copy: string;

/** The manifests of the published projects. */
const published = tree
  .matching(/^(?:apps|libs)\/[^/]+\/package\.json$/)
  .filter((file) => tree.text(file).includes('"package": {'));

const run = (program: string, ...args: readonly string[]) =>
  promisify(execFile)(program, args, {
    cwd: copy,
    env: { ...process.env, NO_COLOR: '1' },
    maxBuffer: 1e7,
  });
const git = (...args: readonly string[]) =>
  run('git', '-c', 'user.name=test', '-c', 'user.email=test@localhost', '-c', 'core.hooksPath=/dev/null', ...args);

/** The files that Nx reads for a release: settings and manifests. */
const readByNx = /(?:^|\/)(?:package|nx|project|tsconfig[^/]*)\.json$/;

// The test creates its own history, because the clone may be shallow.
beforeEach(async () => {
  copy = await newFolder();
  for (const file of tree.matching(readByNx)) await cp(join(root, file), join(copy, file));
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  await git('init', '--quiet');
  await git('add', '.');
  await git('commit', '--quiet', '--message', 'chore: begin');
  for (const file of published) await writeFile(join(copy, dirname(file), 'new.txt'), 'new');
  await git('add', '.');
  await git('commit', '--quiet', '--message', 'feat: do something new');
});

it('a release gives only published packages a version and a changelog from the commits', async () => {
  const nx = join(root, 'node_modules/nx/dist/bin/nx.js');
  const { stdout } = await run(process.execPath, nx, 'release', '--dry-run', '--skip-publish', '--first-release');
  const matched = (pattern: RegExp) => [...stdout.matchAll(pattern)].map(([, file]) => file).sort();
  expect(published.length).toBeGreaterThan(3);
  expect(matched(/New version \d+\.\d+\.\d+ written to manifest: (\S+)/g)).toEqual(published);
  const changelogs = published.map((file) => join(dirname(file), 'CHANGELOG.md'));
  expect(matched(/Previewing an entry in (\S+) /g)).toEqual(changelogs);
  expect(stdout.match(/do something new/g)).toHaveLength(published.length);
});
