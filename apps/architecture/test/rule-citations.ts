import type { WorkspaceTree } from './workspace-tree.js';

const document = 'docs/interface.md';
const written = /^(?:apps|libs|prisma|tools|docs)\/.*\.(?:[cm]?[jt]s|json|md|prisma|sql|ya?ml|html)$/;

/** Rules that the workspace names and the document does not have, each where it is named. */
export function strayCitations(tree: WorkspaceTree): string[] {
  const rules = new Set([...tree.text(document).matchAll(/^- \*\*([A-Z]+-\d+)\*\* /gm)].map(([, rule = '']) => rule));
  const families = [...new Set([...rules].map((rule) => rule.replace(/-\d+$/, '')))];
  const citation = new RegExp(`\\b(?:${families.join('|')})-\\d+\\b`, 'g');
  return tree
    .matching(written)
    .flatMap((file) =>
      [...new Set(tree.text(file).match(citation))]
        .filter((rule) => !rules.has(rule))
        .map((rule) => `${file} cites ${rule}, which ${document} does not have.`),
    );
}
