import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const assembled = fileURLToPath(new URL('../../packaging/dist/', import.meta.url));
const entries = ['index.d.ts', 'cache/index.d.ts', 'logging/index.d.ts', 'testing/index.d.ts', 'validation/index.d.ts'];
const program = ts.createProgram(
  entries.map((entry) => assembled + entry),
  // Only what the entries declare is read, for which no other declarations are needed.
  { module: ts.ModuleKind.NodeNext, noLib: true, types: [], noEmit: true },
);
const checker = program.getTypeChecker();

interface Exported {
  readonly name: string;
  readonly isValue: boolean;
  readonly comment: string;
  readonly tags: readonly string[];
}

function exportedOf(entry: string): Exported[] {
  const file = program.getSourceFile(assembled + entry);
  const module = file && checker.getSymbolAtLocation(file);
  return (module ? checker.getExportsOfModule(module) : []).map((named) => {
    const symbol = named.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named;
    return {
      name: named.name,
      isValue: (symbol.flags & ts.SymbolFlags.Value) !== 0,
      comment: ts.displayPartsToString(symbol.getDocumentationComment(checker)),
      tags: symbol.getJsDocTags(checker).map(({ name }) => name),
    };
  });
}

// What editors show to whoever uses the published package.
describe.each(entries)('%s', (entry) => {
  it('explains everything that it exports', () => {
    expect(exportedOf(entry).length).toBeGreaterThan(0);
    expect(exportedOf(entry).flatMap(({ name, comment }) => (comment === '' ? [name] : []))).toEqual([]);
  });

  it('shows an example of everything that can be called', () => {
    const silent = exportedOf(entry).filter(({ isValue, tags }) => isValue && !tags.includes('example'));
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});
