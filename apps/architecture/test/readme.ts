import { posix } from 'node:path';
import type { WorkspaceTree } from './workspace-tree.js';

const readme = 'README.md';

/** Figures of a sentence of the README that the report linked at its end does not have. */
export function staleFigures(tree: WorkspaceTree): string[] {
  const text = tree.text(readme);
  return [...text.matchAll(/\(\[[^\]]*\]\(([^)]+\.md)\)\)/g)].flatMap(({ 1: report = '', index }) => {
    const sentence =
      text
        .slice(0, index)
        .split(/\.\s|\n\n/)
        .at(-1) ?? '';
    const known = new Set(numbersIn(tree.text(report)));
    return numbersIn(sentence)
      .filter((number) => !known.has(number))
      .map((number) => `${readme} says ${number}, which ${report} does not: look at the report again.`);
  });
}

/** As they are written; `p50` is a name. */
const numbersIn = (text: string): string[] =>
  [...text.matchAll(/(?<![\w.,])\d[\d.,]*(?<![.,])/g)].map(([number]) => number);

/** Projects that the README's table leaves out. */
export function unlistedProjects(tree: WorkspaceTree): string[] {
  const table =
    tree
      .text(readme)
      .match(/^\|.*$/gm)
      ?.join('\n') ?? '';
  return tree
    .matching(/^(?:(?:apps|libs)\/[^/]+|prisma|examples|tools)\/package\.json$/)
    .map((file) => posix.dirname(file))
    .filter((folder) => !table.includes(`\`${folder}\``))
    .map((folder) => `${readme} does not list ${folder}.`);
}
