import { spawnSync } from 'node:child_process';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, it } from '@jest/globals';
import { ESLint } from 'eslint';
import { newFolder } from '@resource-catalogue/testing/running-program';
import { WorkspaceTree } from './workspace-tree.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Files that the README and the guides tell users to create, and others that they may keep beside them. */
const userFiles = [
  ...['first.mjs', 'first.ts', 'inventory.xlsx', 'inventory.mapping.yaml', 'members.csv', 'left-out.ndjson'],
  ...['backup/manifest.json', 'backup/notes.md', 'packages/client.tgz', '.env.local', 'tool/package.json', 'a/b.mjs'],
];
/** Files of the repository, new ones too. */
const repositoryFiles = [
  'CONTRIBUTING.md',
  'nx.json',
  'apps/new.mjs',
  'docs/guides/new.md',
  '.github/workflows/new.yml',
];
/** Texts that need formatting, by file extension; the programs also fail lint. */
const untidy: Readonly<Record<string, string>> = {
  ...{ '.mjs': 'var   a =1', '.ts': 'var   a =1', '.md': '#    A', '.yaml': 'a :   [  1 ]', '.yml': 'a :   [  1 ]' },
  '.json': '{ "a"  :1 }',
};

let copy: string;
beforeEach(async () => {
  copy = await newFolder();
  for (const file of ['.gitignore', '.oxfmtrc.jsonc', '.oxlintrc.json']) await cp(join(root, file), join(copy, file));
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const file of [...userFiles, ...repositoryFiles]) {
    await mkdir(dirname(join(copy, file)), { recursive: true });
    await writeFile(join(copy, file), untidy[extname(file)] ?? '');
  }
});

const run = (program: string, ...args: readonly string[]): string =>
  spawnSync(program, args, { cwd: copy, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } }).stdout;
const tool = (name: string, ...args: readonly string[]): string =>
  run(process.execPath, join(root, 'node_modules', name, 'bin', name), ...args, '.');
const named = (output: string, files: readonly string[]): string[] => files.filter((file) => output.includes(file));

it('Git adds the files of the repository, and none that users put into the root', () => {
  run('git', 'init', '--quiet');
  run('git', 'add', '.');
  const added = run('git', 'ls-files').trimEnd().split('\n');
  expect(added).toEqual(['.gitignore', '.oxfmtrc.jsonc', '.oxlintrc.json', ...repositoryFiles].sort());
});

it('every file in the history of the repository can be added again', () => {
  expect(spawnSync('git', ['ls-files', '-ci', '--exclude-standard'], { cwd: root, encoding: 'utf8' }).stdout).toBe('');
});

it('formatting and lint check the files of the repository only', async () => {
  const formatting = tool('oxfmt', '--list-different');
  expect(named(formatting, repositoryFiles)).toEqual(repositoryFiles);
  expect(named(formatting, userFiles)).toEqual([]);
  const lint = tool('oxlint', '--format=unix');
  expect(named(lint, repositoryFiles)).toEqual(['apps/new.mjs']);
  expect(named(lint, userFiles)).toEqual([]);
  const eslint = new ESLint({ cwd: root });
  const linted: string[] = [];
  for (const file of [...userFiles, ...repositoryFiles]) if (!(await eslint.isPathIgnored(file))) linted.push(file);
  expect(linted).toEqual(['apps/new.mjs']);
});

it('the rules of the workspace read the files of the repository only', () => {
  expect(new WorkspaceTree(copy).files).toEqual(
    ['.gitignore', '.oxfmtrc.jsonc', '.oxlintrc.json', ...repositoryFiles].sort(),
  );
});
