import { objectOf } from '@resource-catalogue/testing/json';
import type { WorkspaceTree } from '../workspace-tree.js';

/** A project of the workspace, as commands name it. */
export interface Project {
  readonly folder: string;
  readonly name: string;
  /** What Nx can run of it. */
  readonly targets: readonly string[];
}

const keysOf = (value: unknown): string[] => Object.keys(objectOf(value ?? {}));

export function projectsOf(tree: WorkspaceTree): Project[] {
  return tree.matching(/^(?:(?:apps|libs)\/[^/]+|prisma|examples|tools)\/package\.json$/).map((file) => {
    const manifest = objectOf(JSON.parse(tree.text(file)));
    const folder = file.replace('package.json', '');
    const scripts = keysOf(manifest['scripts']);
    const built = tree.has(`${folder}tsconfig.lib.json`) ? ['build'] : [];
    const targets = [...keysOf(objectOf(manifest['nx'] ?? {})['targets']), ...scripts, ...built, 'typecheck'];
    return { folder, name: String(manifest['name']), targets };
  });
}

export const projectOf = (tree: WorkspaceTree, name: string): Project | undefined =>
  projectsOf(tree).find((project) => project.name === name || project.name === `@resource-catalogue/${name}`);

/** What others install, by the name under which it is published. */
export const publishedFrom = (tree: WorkspaceTree, name: string): string | undefined =>
  projectsOf(tree).find((project) => {
    const packaged = objectOf(JSON.parse(tree.text(`${project.folder}packaging/manifest.json`) || '{}'));
    return (packaged['name'] ?? project.name) === name && project.targets.includes('package');
  })?.folder;

/** The programs that a published package installs. */
export const programsOf = (tree: WorkspaceTree, name: string): string[] =>
  tree
    .matching(/\/packaging\/manifest\.json$/)
    .map((file) => objectOf(JSON.parse(tree.text(file))))
    .filter((manifest) => manifest['name'] === name)
    .flatMap(({ bin }) => keysOf(bin));

/** Whether every option of a command is one that the sources in a folder know. */
export function unknownOptions(tree: WorkspaceTree, folder: string, words: readonly string[]): string[] {
  const sources = tree
    .matching(/\.(?:ts|mjs)$/)
    .filter((file) => file.startsWith(folder) && !file.endsWith('.spec.ts'));
  return words
    .filter((word) => /^--?[a-z]/.test(word))
    .map((word) => word.split('=')[0] ?? '')
    .filter((option) => !sources.some((file) => new RegExp(`${option}(?![\\w-])`).test(tree.text(file))))
    .map((option) => `there is no option ${option}`);
}
