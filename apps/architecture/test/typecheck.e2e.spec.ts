import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import ts from 'typescript';
import { asArray, asObject } from '@resource-catalogue/testing/json';
import { projectsOf } from './workspace-copy.js';
import { WorkspaceTree } from './workspace-tree.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const tree = new WorkspaceTree(root);

const projects = projectsOf(tree);
const settingsOf = (file: string): Record<string, unknown> => asObject(JSON.parse(tree.text(file)));

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

/** The files of a configuration, and of the configurations in the same directory that it references. */
function checkedBy(config: string): string[] {
  const written: unknown = ts.readConfigFile(config, (path) => ts.sys.readFile(path)).config;
  const { fileNames, projectReferences = [] } = ts.parseJsonConfigFileContent(written, ts.sys, dirname(config));
  const parts = projectReferences.filter(({ path }) => dirname(path) === dirname(config));
  return [...fileNames, ...parts.flatMap(({ path }) => checkedBy(path))];
}
