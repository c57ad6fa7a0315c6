import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
let copy: string;

const run = (program: string, ...args: readonly string[]) =>
  promisify(execFile)(program, args, { cwd: copy, env: { ...process.env, NO_COLOR: '1' }, maxBuffer: 1e7 });
const git = (...args: readonly string[]) =>
  run('git', '-c', 'user.name=test', '-c', 'user.email=test@localhost', '-c', 'core.hooksPath=/dev/null', ...args);

/** All that Nx reads of the workspace for a release: its settings, and which projects there are. */
const readByNx = /(?:^|\/)(?:package|nx|project|tsconfig[^/]*)\.json$/;

// A history of the test's own: the clone that runs it may hold any part of the real one.
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'catalogue-release-'));
  const list = ['-C', root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await run('git', ...list);
  for (const file of stdout.split('\0').filter((path) => readByNx.test(path))) {
    await cp(join(root, file), join(copy, file)).catch((error: unknown) => {
      // A file that was deleted, and whose deletion is not committed.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    });
  }
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  await git('init', '--quiet');
  await git('add', '.');
  await git('commit', '--quiet', '--message', 'chore: begin');
  await mkdir(join(copy, 'libs/client/src'));
  await cp(join(root, 'LICENSE'), join(copy, 'libs/client/src/new.txt'));
  await git('add', '.');
  await git('commit', '--quiet', '--message', 'feat(client): do something new');
});
afterAll(() => rm(copy, { recursive: true, force: true }));

it('a release takes its version and its changelog from the commits', async () => {
  const nx = join(root, 'node_modules/nx/dist/bin/nx.js');
  const { stdout } = await run(process.execPath, nx, 'release', '--dry-run', '--skip-publish', '--first-release');
  expect(stdout).toMatch(/New version \d+\.\d+\.\d+ written to manifest: libs\/client\/package\.json/);
  expect(stdout).toContain('Previewing an entry in libs/client/CHANGELOG.md');
  expect(stdout).toContain('do something new');
  expect(stdout).not.toMatch(/contracts.*New version/);
});
