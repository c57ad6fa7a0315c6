import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { WorkspaceTree } from './workspace-tree.js';

/** The directories of the compiled projects. */
export const projectsOf = (tree: WorkspaceTree): string[] =>
  tree.matching(/^(?:apps|libs)\/[^/]+\/tsconfig\.json$|^prisma\/tsconfig\.json$/).map(dirname);

/** Copies the workspace; the copy uses the packages installed here. */
export function copyWorkspace(tree: WorkspaceTree, copy: string): void {
  for (const file of tree.files) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(tree.root, file), join(copy, file));
  }
  const own = '@resource-catalogue';
  const projects = [...projectsOf(tree), 'tools'];
  mkdirSync(join(copy, 'node_modules', own), { recursive: true });
  for (const entry of readdirSync(join(tree.root, 'node_modules'))) {
    if (entry !== own) symlinkSync(join(tree.root, 'node_modules', entry), join(copy, 'node_modules', entry));
  }
  for (const project of projects) {
    symlinkSync(join(copy, project), join(copy, 'node_modules', own, project.split('/').at(-1) ?? ''));
    // Packages that projects need in different versions.
    const inner = join(project, 'node_modules');
    if (existsSync(join(tree.root, inner))) symlinkSync(join(tree.root, inner), join(copy, inner));
  }
}
