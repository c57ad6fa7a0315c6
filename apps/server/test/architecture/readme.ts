import { posix } from 'node:path';
import type { WorkspaceTree } from './workspace-tree.js';

const readme = 'README.md';

/** Figures of the README that the report beside them does not have. */
export function staleFigures(tree: WorkspaceTree): string[] {
  const rows = [...tree.text(readme).matchAll(/^\|[^|]*\|([^|]*\|[^|]*)\| *\[[^\]]*\]\(([^)]+\.md)\) *\|$/gm)];
  return rows.flatMap(([, cells = '', report = '']) => {
    const known = new Set(numbersIn(tree.text(report)));
    return numbersIn(cells)
      .filter((number) => !known.has(number))
      .map((number) => `${readme} says ${number}, which ${report} does not: look at the report again.`);
  });
}

/** As they are written; `p50` is a name. */
const numbersIn = (text: string): string[] =>
  [...text.matchAll(/(?<![\w.,])\d[\d.,]*(?<![.,])/g)].map(([number]) => number);

/** Where the README's picture of the projects differs from what their manifests ask for, and projects that its map leaves out. */
export function misdrawnProjects(tree: WorkspaceTree): string[] {
  const manifests = tree.matching(/^(?:(?:apps|libs)\/[^/]+|prisma|examples|tools)\/package\.json$/);
  const folders = new Map(manifests.map((file) => [nameIn(tree, file), posix.dirname(file)]));
  const asked = (keys: readonly string[]) =>
    manifests.flatMap((file) =>
      namesIn(tree, file, keys).flatMap((name) => {
        const folder = folders.get(name);
        return folder === undefined ? [] : [`${posix.dirname(file)} --> ${folder}`];
      }),
    );
  const drawn = arrowsIn(tree.text(readme));
  const possible = asked(['dependencies', 'devDependencies']);
  const map = tree.text(readme).split(/^## The map$/m)[1] ?? '';
  return [
    ...asked(['dependencies'])
      .filter((arrow) => !drawn.includes(arrow))
      .map((arrow) => `${readme} does not draw ${arrow}.`),
    ...drawn.filter((arrow) => !possible.includes(arrow)).map((arrow) => `${readme} draws ${arrow}, which is not so.`),
    ...[...folders.values()]
      .filter((folder) => !map.includes(`| \`${folder}\``))
      .map((folder) => `${readme} leaves ${folder} out of its map.`),
  ];
}

/** The arrows between projects, each as `from --> to`. */
function arrowsIn(text: string): string[] {
  const picture = /^flowchart TD\n([\s\S]*?)^```/m.exec(text)?.[1] ?? '';
  const labels = new Map([...picture.matchAll(/(\w+)\["([^"]+)"\]/g)].map(([, id = '', label = '']) => [id, label]));
  const folderOf = (node: string): string => labels.get(/\w+/.exec(node)?.[0] ?? '') ?? node;
  return picture.split('\n').flatMap((line) => {
    const [from = '', to] = line.split(' --> ');
    return to === undefined ? [] : to.split(' & ').map((node) => `${folderOf(from)} --> ${folderOf(node)}`);
  });
}

type Manifest = Readonly<Record<string, unknown>>;

function manifestOf(tree: WorkspaceTree, file: string): Manifest {
  const value: unknown = JSON.parse(tree.text(file));
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

const nameIn = (tree: WorkspaceTree, file: string): string => String(manifestOf(tree, file)['name']);

const namesIn = (tree: WorkspaceTree, file: string, keys: readonly string[]): string[] => {
  const manifest = manifestOf(tree, file);
  return keys.flatMap((key) => Object.keys(manifest[key] ?? {}));
};
