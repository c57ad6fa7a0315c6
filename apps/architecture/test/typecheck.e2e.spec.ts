import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { arrayOf, objectOf } from '@resource-catalogue/testing/json';
import { projectsOf } from './workspace-copy.js';
import { WorkspaceTree } from './workspace-tree.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const tree = new WorkspaceTree(root);

const projects = projectsOf(tree);
const settingsOf = (file: string): Record<string, unknown> => objectOf(JSON.parse(tree.text(file)));

describe('the typecheck of a project', () => {
  it.each(projects)('checks every source, spec and what only tests use of %s', (project) => {
    const checked = new Set(checkedBy(join(root, project, 'tsconfig.json')));
    const written = tree.matching(new RegExp(`^${project}/(?:(?:src|seed|test)/.*\\.ts|.*\\.spec\\.ts)$`));
    expect(written.length).toBeGreaterThan(0);
    expect(written.filter((file) => !checked.has(join(root, file)))).toEqual([]);
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
