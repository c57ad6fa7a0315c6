import { posix } from 'node:path';
import ts from 'typescript';
import type { WorkspaceTree } from './workspace-tree.js';

/** Finds circular imports, even of types only, but not through `import()`, which waits for a call. */
export function circularImports(tree: WorkspaceTree): string[] {
  const files = new Set(tree.matching(/^(?:apps|libs|prisma)\/.*\.tsx?$/));
  const seen = new Set<string>();
  const path: string[] = [];
  const cycles: string[] = [];
  const visit = (file: string): void => {
    const start = path.indexOf(file);
    if (start >= 0) cycles.push([...path.slice(start), file].join(' → '));
    if (seen.has(file)) return;
    seen.add(file);
    path.push(file);
    for (const imported of importedFiles(tree.source(file), files)) visit(imported);
    path.pop();
  };
  for (const file of files) visit(file);
  return cycles.map((cycle) => `${cycle} is a circular import: move the shared code to a file that both import.`);
}

function importedFiles({ fileName, statements }: ts.SourceFile, files: ReadonlySet<string>): string[] {
  return statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const name = statement.moduleSpecifier;
    if (name === undefined || !ts.isStringLiteral(name) || !name.text.startsWith('.')) return [];
    const path = posix.join(posix.dirname(fileName), name.text);
    return ['.ts', '.tsx'].map((ending) => path.replace(/\.js$/, ending)).filter((file) => files.has(file));
  });
}
