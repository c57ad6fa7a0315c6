import { posix } from 'node:path';
import ts from 'typescript';
import { nodesOf, type WorkspaceTree } from './workspace-tree.js';

const resources = 'apps/server/src/resources';

/** Finds imports between resources, of frameworks in list-query, and of the contracts in the explorer, with where the code belongs instead. */
export function forbiddenImports(tree: WorkspaceTree): string[] {
  return tree
    .matching(/^(?:apps|libs|prisma)\/.*\.tsx?$/)
    .flatMap((file) => importsOf(tree, file).flatMap((target) => describeViolation(file, target) ?? []));
}

/** The imports and exports of a file: relative ones as paths from the root, others as package names. */
export function importsOf(tree: WorkspaceTree, file: string): string[] {
  const source = tree.source(file);
  // Only these forms may be nested, and searching for them visits every node.
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

function describeViolation(file: string, target: string): string | undefined {
  const fact = `${file} imports ${target}`;
  const isPure = file.startsWith('libs/list-query/src/') && !file.endsWith('.spec.ts');
  if (isPure && /^(?:@nestjs|@prisma|@electric-sql|pg$|express)/.test(target)) {
    return `${fact}: list-query must not depend on a framework or a database; that code belongs in apps/server.`;
  }
  if (file.startsWith('apps/explorer/') && target === '@resource-catalogue/contracts') {
    return `${fact}: the explorer reads the API from the OpenAPI document; import contracts/references only.`;
  }
  if (!file.startsWith(`${resources}/`) || !target.startsWith(`${resources}/`)) return undefined;
  const own = folderOf(file);
  return own === 'resources.module.ts' || own === folderOf(target)
    ? undefined
    : `${fact}: resources must not import each other; shared code belongs in libs/read or http/.`;
}

/** The name of the collection that a path belongs to, or the file name of the module that lists all of them. */
const folderOf = (path: string): string =>
  (path.slice(resources.length + 1).split('/')[0] ?? '').replace(/\.controller(?:\.spec)?\.[jt]s$/, '');
