import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import ts from 'typescript';
import { projectsOf } from './workspace-copy.js';
import { WorkspaceTree } from './workspace-tree.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const tree = new WorkspaceTree(root);

const projects = projectsOf(tree);

it.each(projects)('the typecheck of %s reads every source, spec and support file', (project) => {
  const checked = new Set(checkedBy(join(root, project, 'tsconfig.json')));
  const written = tree.matching(new RegExp(`^${project}/(?:(?:src|seed|test)/.*\\.ts|.*\\.spec\\.ts)$`));
  expect(written.length).toBeGreaterThan(0);
  expect(written.filter((file) => !checked.has(join(root, file)))).toEqual([]);
});

/** What the compiler is given by a configuration and by those that it refers to in its own project. */
function checkedBy(config: string): string[] {
  const written: unknown = ts.readConfigFile(config, (path) => ts.sys.readFile(path)).config;
  const { fileNames, projectReferences = [] } = ts.parseJsonConfigFileContent(written, ts.sys, dirname(config));
  const parts = projectReferences.filter(({ path }) => dirname(path) === dirname(config));
  return [...fileNames, ...parts.flatMap(({ path }) => checkedBy(path))];
}
