import ts from 'typescript';
import { nodesOf, type WorkspaceTree } from './workspace-tree.js';

const code = /\.(?:tsx?|mjs|js)$/;
const text = /(?:\.(?:tsx?|mjs|js|css|json|md|prisma|sql|ya?ml|toml|sh)|^\.ci\/\w+)$/;
const longest = 300;
/** What the service and the commands run, where state belongs to the container. */
const services =
  /^(?:apps\/(?:server|catalogue)|libs\/(?:database|demo|mirror|read|tokens|transfer))\/src\/.*(?<!\.spec)\.ts$/;

/** What no source file may be or hold, each violation in a sentence that begins with the file. */
export function sourceViolations(tree: WorkspaceTree): string[] {
  return [
    ...tree.files.flatMap((file) => badName(file)),
    ...tree.matching(/\.(?:tsx?|mjs|js|css|prisma)$/).flatMap((file) => tooLong(tree, file)),
    ...tree.matching(code).flatMap((file) => syntaxViolations(tree.source(file))),
    ...tree.matching(services).flatMap((file) => moduleState(tree.source(file))),
    ...tree
      .matching(text)
      .filter((file) => file !== 'package-lock.json')
      .flatMap((file) => textViolations(tree, file)),
  ];
}

function badName(file: string): string[] {
  const vague = file.split('/').find((part) => /^(?:utils?|helpers?|common|misc|types)(?:\.|$)/.test(part));
  return vague === undefined ? [] : [`${file}: ${vague} says nothing about what is in it; name it after that.`];
}

function tooLong(tree: WorkspaceTree, file: string): string[] {
  const lines = tree.text(file).trimEnd().split('\n').length;
  return lines > longest ? [`${file} has ${lines} lines, more than ${longest}: split it by purpose.`] : [];
}

/** `libs/client/api` records each of its names for the review. */
const recorded = 'libs/client/src/index.ts';

function syntaxViolations(source: ts.SourceFile): string[] {
  const violations = new Set<string>();
  for (const node of nodesOf(source)) {
    if (node.kind === ts.SyntaxKind.AnyKeyword) violations.add('uses any: say the type, or unknown and a check');
    if (ts.isAsExpression(node) && ts.isAsExpression(node.expression)) {
      if (node.expression.type.kind === ts.SyntaxKind.UnknownKeyword)
        violations.add('casts through unknown: check the value');
    }
    const exportsAll = ts.isExportDeclaration(node) && !(node.exportClause && ts.isNamedExports(node.exportClause));
    if (exportsAll && source.fileName !== recorded) {
      violations.add('exports with *: name each export');
    }
    if (ts.isPropertyAccessExpression(node) && /^(?:skip|only|todo|failing)$/.test(node.name.text)) {
      if (/^(?:it|test|describe)\b/.test(node.expression.getText())) {
        violations.add(`has ${node.getText()}: every test runs, and passes`);
      }
    }
  }
  // To find the comments takes every token, so only where such words stand at all.
  const comments = inComments.some((words) => words.test(source.text)) ? commentsOf(source) : [];
  for (const comment of comments) {
    if (compilerOff.test(comment)) violations.add('silences the compiler: make it right');
    if (linterOff.test(comment)) violations.add('silences the linter: make it right');
    if (openEnds.test(comment)) violations.add(openEnd);
  }
  return [...violations].map((violation) => `${source.fileName} ${violation}.`);
}

/** Values of a module that a request, or another program in the same process, could change. */
function moduleState(source: ts.SourceFile): string[] {
  return source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList: { declarations, flags } }) =>
      declarations
        .filter((declaration) => (flags & ts.NodeFlags.Const) === 0 || isMutable(declaration))
        .map(
          ({ name }) =>
            `${source.fileName} keeps ${name.getText()} in its module: give it to a class of the container.`,
        ),
    );
}

/** A collection that begins empty, or a cache, without a read-only type. */
function isMutable({ initializer, type }: ts.VariableDeclaration): boolean {
  if (!initializer || type?.getText().startsWith('Readonly') || type?.getText().startsWith('readonly')) return false;
  if (ts.isArrayLiteralExpression(initializer)) return initializer.elements.length === 0;
  if (!ts.isNewExpression(initializer)) return false;
  const made = initializer.expression.getText();
  return (
    /Cache$|^Weak/.test(made) ||
    (/^(?:Map|Set|Array)$/.test(made) && !initializer.arguments?.length) ||
    made === 'Bulkhead'
  );
}

const openEnds = /\b(?:TODO|FIXME|XXX|HACK)\b/;
const compilerOff = /@ts-(?:ignore|nocheck)/;
const linterOff = /(?:es|ox)lint-(?:disable|enable)/;
const inComments = [compilerOff, linterOff, openEnds];
const openEnd = 'leaves something to do: do it, or write an issue';

/** The comments of a file: what stands before its tokens, which no text between quotes does. */
function* commentsOf(source: ts.SourceFile): Generator<string> {
  const tokens: ts.Node[] = [source];
  for (let node = tokens.pop(); node !== undefined; node = tokens.pop()) {
    const children = node.getChildren(source).filter(({ kind }) => kind !== ts.SyntaxKind.JSDoc);
    if (children.length === 0) yield source.text.slice(node.getFullStart(), node.getStart(source));
    tokens.push(...children);
  }
}

/** Folders of one machine. */
const machinePath = /(?<![\w.:/-])(?:\/(?:home|Users|root|work|tmp|mnt)\/[\w.-]|[A-Z]:\\\w)/;

function textViolations(tree: WorkspaceTree, file: string): string[] {
  const content = tree.text(file);
  const violations: string[] = [];
  if (machinePath.test(content)) violations.push(`${file} names a path of one machine: begin at the workspace's root.`);
  if (!code.test(file) && openEnds.test(content)) violations.push(`${file} ${openEnd}.`);
  return violations;
}
