import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { objectOf } from '../support/json.js';
import { copyWorkspace, projectsOf } from './workspace-copy.js';
import { WorkspaceTree } from './workspace-tree.js';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const tree = new WorkspaceTree(root);

const projects = projectsOf(tree);
const kinds = [
  ['a source', /^(?:src|seed)\/.*(?<!\.spec)\.ts$/],
  ['a spec', /\.spec\.ts$/],
  ['what only tests use', /^test\/.*(?<!\.spec)\.ts$/],
] as const;
const filesOf = (project: string): string[] =>
  tree.files.flatMap((file) => (file.startsWith(`${project}/`) ? [file.slice(project.length + 1)] : []));

const every = projects.flatMap((project) =>
  kinds.flatMap(([kind, pattern]) => {
    const file = filesOf(project).find((path) => pattern.test(path));
    return file === undefined ? [] : [[kind, project, file] as const];
  }),
);
const sample = every.filter(([, project]) => project === 'libs/contracts');

// A result that Nx keeps must not hide an error: what typecheck reads is said in nx.json, since the files that Nx infers
// leave out what only tests use.
describe('the typecheck that Nx keeps the result of', () => {
  const copy = mkdtempSync(join(tmpdir(), 'typecheck-'));
  const typecheck = (project: string): number | null => {
    const { name } = objectOf(JSON.parse(readFileSync(join(copy, project, 'package.json'), 'utf8')));
    const args = ['node_modules/nx/dist/bin/nx.js', 'typecheck', String(name), '--outputStyle=static'];
    return spawnSync(process.execPath, args, { cwd: copy, env: { ...process.env, NX_DAEMON: 'false' } }).status;
  };

  const cases = process.env['EXHAUSTIVE'] ? every : sample;

  beforeAll(() => {
    copyWorkspace(tree, copy);
    for (const project of new Set(cases.map(([, project]) => project))) expect(typecheck(project)).toBe(0);
  });
  afterAll(() => rmSync(copy, { recursive: true }));

  it.each(cases)(
    'finds an error in %s of %s: %s',
    (_kind, project, file) => {
      const path = join(copy, project, file);
      const text = readFileSync(path, 'utf8');
      appendFileSync(path, '\nexport const broken: string = 1;\n');
      expect(typecheck(project)).not.toBe(0);
      writeFileSync(path, text);
    },
    600_000,
  );
});
