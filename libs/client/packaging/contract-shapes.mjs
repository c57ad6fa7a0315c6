import ts from 'typescript';

// The contracts are not published, so the client's declarations contain the types that they use: a DTO class as an
// interface with the descriptions of its decorators as comments, and an enumeration as its values in alphabetical
// order.

const { SymbolFlags, TypeFormatFlags } = ts;
const flags = TypeFormatFlags.NoTruncation | TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;

/** Writes declarations of all types that the contracts export. */
export function contractShapes(entry) {
  const program = ts.createProgram([entry], {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    exactOptionalPropertyTypes: true,
    experimentalDecorators: true,
    skipLibCheck: true,
    noEmit: true,
  });
  const checker = program.getTypeChecker();
  const exported = checker
    .getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(entry)))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  return exported
    .map((symbol) => [symbol.name, symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol])
    .flatMap(([name, symbol]) => declarationOf(checker, name, symbol) ?? [])
    .join('\n');
}

/** The declaration of a class, an interface or another type; undefined for a value. */
function declarationOf(checker, name, symbol) {
  if (symbol.flags & (SymbolFlags.Class | SymbolFlags.Interface)) return interfaceOf(checker, name, symbol);
  if (symbol.flags & SymbolFlags.TypeAlias) {
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    const members = type.isUnion() ? type.types.map((member) => textOf(checker, member)).sort() : [];
    const text =
      members.length > 0 ? members.map((member) => `\n  | ${member}`).join('') : ` ${textOf(checker, type, true)}`;
    return `${docOf(checker, symbol)}export type ${name} =${text};`;
  }
  return undefined;
}

/** A type as text, with sorted unions, because the compiler prints them in the order of discovery. */
function textOf(checker, type, inAlias = false) {
  const text = checker.typeToString(type, undefined, inAlias ? flags | TypeFormatFlags.InTypeAlias : flags);
  return text.replace(/"[^"]*"(?: \| "[^"]*")+/g, (union) => union.split(' | ').sort().join(' | '));
}

function interfaceOf(checker, name, symbol) {
  const keys = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol)).map((property) => {
    const optional = property.flags & SymbolFlags.Optional ? '?' : '';
    // The compiler adds undefined to optional keys, although exactOptionalPropertyTypes excludes it.
    const type = textOf(checker, checker.getTypeOfSymbol(property)).replace(/ \| undefined$/, '');
    const sentence = sentenceOf(property);
    return `${sentence === undefined ? '' : `  /** ${sentence} */\n`}  ${property.name}${optional}: ${type};`;
  });
  const parameters = symbol.declarations[0].typeParameters?.map((parameter) => parameter.getText()).join(', ');
  return `${docOf(checker, symbol)}export interface ${name}${parameters ? `<${parameters}>` : ''} {\n${keys.join('\n')}\n}`;
}

/** The description in a decorator of a key: its first text. */
function sentenceOf(property) {
  const declaration = property.valueDeclaration;
  const decorators = declaration && ts.canHaveDecorators(declaration) ? (ts.getDecorators(declaration) ?? []) : [];
  return decorators
    .flatMap(({ expression }) => (ts.isCallExpression(expression) ? [...expression.arguments] : []))
    .find((argument) => ts.isStringLiteralLike(argument))?.text;
}

function docOf(checker, symbol) {
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  return text === '' ? '' : `/** ${text.replaceAll('\n', ' ')} */\n`;
}
