import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import ts from 'typescript';
import { asArray, asObject } from '@resource-catalogue/testing/json';
import { newFolder } from '@resource-catalogue/testing/running-program';
import { copyWorkspace, projectsOf } from './workspace-copy.js';
import { WorkspaceTree } from './workspace-tree.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const tree = new WorkspaceTree(root);

const projects = projectsOf(tree);
const settingsOf = (file: string): Record<string, unknown> => asObject(JSON.parse(tree.text(file)));

it('npm run typecheck covers every project', () => {
  const { references } = settingsOf('tsconfig.json');
  expect(asArray(references).map((reference) => asObject(reference)['path'])).toEqual([...projects, 'examples'].sort());
});

it.each(projects)('the typecheck of %s covers every source, spec and support file', (project) => {
  const checked = new Set(checkedBy(join(root, project, 'tsconfig.json')));
  const written = tree.matching(new RegExp(`^${project}/(?:(?:src|seed|test)/.*\\.ts|.*\\.spec\\.ts)$`));
  expect(written.length).toBeGreaterThan(0);
  expect(written.filter((file) => !checked.has(join(root, file)))).toEqual([]);
});

// The inputs that Nx would infer lack support files, so a cached result could hide an error in one.
it('the typecheck of a project runs again after a change to any of its files', () => {
  const { namedInputs, targetDefaults } = settingsOf('nx.json');
  expect(asObject(asObject(targetDefaults)['typecheck'])['inputs']).toEqual(['default', '^default']);
  expect(asArray(asObject(namedInputs)['default'])).toContain('{projectRoot}/**/*');
  const own = projects.filter((project) => {
    const nx = asObject(settingsOf(`${project}/package.json`)['nx']);
    return 'typecheck' in asObject(nx['targets'] ?? {}) || 'namedInputs' in nx;
  });
  expect(own).toEqual([]);
});

// With Nx, projects that depend on a failed one would be skipped, and the exit status would be that of an interruption.
it('npm run typecheck lists the errors of all projects and fails', async () => {
  const copy = await newFolder();
  copyWorkspace(tree, copy);
  const wrong = ['libs/contracts/src/wrong.ts', 'libs/list-query/src/wrong.spec.ts', 'apps/server/src/wrong.ts'];
  for (const file of wrong) writeFileSync(join(copy, file), `export const text: string = 1;\n`);
  const { status, stdout } = spawnSync('npm', ['run', 'typecheck'], {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, NX_DAEMON: 'false', NO_COLOR: '1' },
  });
  const errors = [...stdout.matchAll(/^(\S+?)[:(].*error.* TS\d+/gm)].map(([, file]) => file);
  expect([status, errors.sort()]).toEqual([2, wrong.sort()]);
}, 600_000);

/** The files of a configuration, and of the configurations in the same directory that it references. */
function checkedBy(config: string): string[] {
  const written: unknown = ts.readConfigFile(config, (path) => ts.sys.readFile(path)).config;
  const { fileNames, projectReferences = [] } = ts.parseJsonConfigFileContent(written, ts.sys, dirname(config));
  const parts = projectReferences.filter(({ path }) => dirname(path) === dirname(config));
  return [...fileNames, ...parts.flatMap(({ path }) => checkedBy(path))];
}
