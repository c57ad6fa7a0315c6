import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import ts from 'typescript';

const assembled = fileURLToPath(new URL('../../packaging/dist/', import.meta.url));
const entries = ['', 'cache/', 'logging/', 'testing/', 'validation/'].map((entry) => `${assembled}${entry}index.d.ts`);
// Only the declarations of the entries are read, for which no other declarations are needed.
const options = { module: ts.ModuleKind.NodeNext, noLib: true, types: [], noEmit: true };
const program = ts.createProgram(entries, options);
const checker = program.getTypeChecker();

it.each(entries)('%s explains all that it exports, with an example of everything that can be called', (entry) => {
  const file = program.getSourceFile(entry);
  const module = file && checker.getSymbolAtLocation(file);
  const exported = module ? checker.getExportsOfModule(module) : [];
  expect(exported.length).toBeGreaterThan(0);
  const wanting = exported.flatMap((named) => {
    const symbol = named.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named;
    const isExplained = symbol.getDocumentationComment(checker).length > 0;
    const isValue = (symbol.flags & ts.SymbolFlags.Value) !== 0;
    const hasExample = symbol.getJsDocTags(checker).some(({ name }) => name === 'example');
    return isExplained && (hasExample || !isValue) ? [] : [named.name];
  });
  expect(wanting).toEqual([]);
});
