import { posix } from 'node:path';
import ts from 'typescript';
import { nodesOf, type WorkspaceTree } from './workspace-tree.js';

const resources = 'apps/server/src/resources';

/** Imports that the layers of the server and the pure library forbid, each in a sentence that says where to go instead. */
export function forbiddenImports(tree: WorkspaceTree): string[] {
  return tree
    .matching(/^(?:apps|libs|prisma)\/.*\.tsx?$/)
    .flatMap((file) => importsOf(tree, file).flatMap((target) => refusal(file, target) ?? []));
}

/** The imports of a file, in any form: paths from the root for its own project, names for packages. */
export function importsOf(tree: WorkspaceTree, file: string): string[] {
  const source = tree.source(file);
  // Only these forms stand elsewhere than at the top of a file, and a search for them is a search of every node.
  const nested = /\bimport\s*\(|\bmodule\b/.test(source.text);
  const nodes = nested ? [source] : source.statements.filter(importsOrExports);
  return nodes
    .flatMap((node) => [...nodesOf(node)])
    .flatMap((node) => (ts.isStringLiteralLike(node) && namesModule(node.parent) ? [node.text] : []))
    .map((name) => (name.startsWith('.') ? posix.join(posix.dirname(file), name) : name));
}

const importsOrExports = (node: ts.Node): boolean => ts.isImportDeclaration(node) || ts.isExportDeclaration(node);

function namesModule(parent: ts.Node): boolean {
  if (ts.isCallExpression(parent)) return parent.expression.kind === ts.SyntaxKind.ImportKeyword;
  if (ts.isLiteralTypeNode(parent)) return ts.isImportTypeNode(parent.parent);
  return importsOrExports(parent);
}

function refusal(file: string, target: string): string | undefined {
  const said = `${file} imports ${target}`;
  const isPure = file.startsWith('libs/list-query/src/') && !file.endsWith('.spec.ts');
  if (isPure && /^(?:@nestjs|@prisma|@electric-sql|pg$|express)/.test(target)) {
    return `${said}: list-query is pure; a framework or a database belongs in apps/server.`;
  }
  if (!file.startsWith(`${resources}/`) || !target.startsWith(`${resources}/`)) return undefined;
  const own = folderOf(file);
  return own === 'resources.module.ts' || own === folderOf(target)
    ? undefined
    : `${said}: a resource never imports another; what they share belongs in libs/read or http/.`;
}

/** The collection whose file or folder this is, or the module that lists them. */
const folderOf = (path: string): string =>
  (path.slice(resources.length + 1).split('/')[0] ?? '').replace(/\.controller(?:\.spec)?\.[jt]s$/, '');
