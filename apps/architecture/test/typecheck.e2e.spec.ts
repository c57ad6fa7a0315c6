import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { arrayOf, objectOf } from '@resource-catalogue/testing/json';
import { copyWorkspace, projectsOf } from './workspace-copy.js';
import { WorkspaceTree } from './workspace-tree.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const tree = new WorkspaceTree(root);

const projects = projectsOf(tree);
const kinds = [
  ['a source', /^(?:src|seed)\/.*(?<!\.spec)\.ts$/],
  ['a spec', /\.spec\.ts$/],
  ['what only tests use', /^test\/.*(?<!\.spec)\.ts$/],
] as const;
const filesOf = (project: string): string[] =>
  tree.files.flatMap((file) => (file.startsWith(`${project}/`) ? [file.slice(project.length + 1)] : []));

const settingsOf = (file: string): Record<string, unknown> => objectOf(JSON.parse(tree.text(file)));

describe('the typecheck of a project', () => {
  it.each(projects)('checks every source, spec and what only tests use of %s', (project) => {
    const checked = new Set(checkedBy(join(root, project, 'tsconfig.json')));
    const written = filesOf(project).filter((file) => kinds.some(([, pattern]) => pattern.test(file)));
    expect(written.length).toBeGreaterThan(0);
    expect(written.filter((file) => !checked.has(join(root, project, file)))).toEqual([]);
  });

  // What Nx infers would leave out what only tests use, and an error there would hide behind a result that is kept.
  it('is done again after a change of any file of the project', () => {
    const { namedInputs, targetDefaults } = settingsOf('nx.json');
    expect(objectOf(objectOf(targetDefaults)['typecheck'])['inputs']).toEqual(['default', '^default']);
    expect(arrayOf(objectOf(namedInputs)['default'])).toContain('{projectRoot}/**/*');
    const own = projects.filter((project) => {
      const nx = objectOf(settingsOf(`${project}/package.json`)['nx']);
      return 'typecheck' in objectOf(nx['targets'] ?? {}) || 'namedInputs' in nx;
    });
    expect(own).toEqual([]);
  });
});

/** What the compiler is given by a configuration and by those that it refers to in its own project. */
function checkedBy(config: string): string[] {
  const written: unknown = ts.readConfigFile(config, (path) => ts.sys.readFile(path)).config;
  const { fileNames, projectReferences = [] } = ts.parseJsonConfigFileContent(written, ts.sys, dirname(config));
  const parts = projectReferences.filter(({ path }) => dirname(path) === dirname(config));
  return [...fileNames, ...parts.flatMap(({ path }) => checkedBy(path))];
}

// That Nx and the compiler do so takes minutes to see.
if (process.env['EXHAUSTIVE'])
  describe('the typecheck that Nx keeps the result of', () => {
    const every = projects.flatMap((project) =>
      kinds.flatMap(([kind, pattern]) => {
        const file = filesOf(project).find((path) => pattern.test(path));
        return file === undefined ? [] : [[kind, project, file] as const];
      }),
    );
    const copy = mkdtempSync(join(tmpdir(), 'typecheck-'));
    const typecheck = (project: string): number | null => {
      const { name } = objectOf(JSON.parse(readFileSync(join(copy, project, 'package.json'), 'utf8')));
      const args = ['node_modules/nx/dist/bin/nx.js', 'typecheck', String(name), '--outputStyle=static'];
      return spawnSync(process.execPath, args, { cwd: copy, env: { ...process.env, NX_DAEMON: 'false' } }).status;
    };

    beforeAll(() => {
      copyWorkspace(tree, copy);
      for (const project of projects) expect(typecheck(project)).toBe(0);
    });
    afterAll(() => rmSync(copy, { recursive: true }));

    it.each(every)(
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
