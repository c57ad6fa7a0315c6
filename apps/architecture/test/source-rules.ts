import ts from 'typescript';
import type { WorkspaceTree } from './workspace-tree.js';

const text = /(?:\.(?:tsx?|mjs|js|css|json|md|prisma|sql|ya?ml|toml|sh)|^\.ci\/\w+)$/;
/** The programs of the service and the commands, whose state belongs to the container. */
const services =
  /^(?:apps\/(?:server|catalogue)|libs\/(?:database|demo|mirror|read|tokens|transfer))\/src\/.*(?<!\.spec)\.ts$/;

/** Names, state and texts that no source file may have, each violation in a sentence that names the file. */
export function sourceViolations(tree: WorkspaceTree): string[] {
  return [
    ...tree.files.flatMap((file) => badName(file)),
    ...tree.matching(services).flatMap((file) => moduleState(tree.source(file))),
    ...tree.matching(text).flatMap((file) => textViolations(tree, file)),
  ];
}

function badName(file: string): string[] {
  const vague = file.split('/').find((part) => /^(?:utils?|helpers?|common|misc|types)(?:\.|$)/.test(part));
  return vague === undefined ? [] : [`${file}: ${vague} does not describe its content; name it after that.`];
}

/** Values of a module that a request, or another program in the same process, could change. */
function moduleState(source: ts.SourceFile): string[] {
  return source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList: { declarations, flags } }) =>
      declarations.filter((declaration) => (flags & ts.NodeFlags.Const) === 0 || isMutable(declaration)),
    )
    .map(
      ({ name }) => `${source.fileName} keeps ${name.getText()} in its module: give it to a class of the container.`,
    );
}

/** A collection that begins empty, or a cache, without a read-only type. */
function isMutable({ initializer, type }: ts.VariableDeclaration): boolean {
  if (!initializer || /^readonly/i.test(type?.getText() ?? '')) return false;
  if (ts.isArrayLiteralExpression(initializer)) return initializer.elements.length === 0;
  if (!ts.isNewExpression(initializer)) return false;
  const made = initializer.expression.getText();
  return /Cache$|^Weak|^Bulkhead$/.test(made) || (/^(?:Map|Set|Array)$/.test(made) && !initializer.arguments?.length);
}

/** Brackets keep the patterns from matching this file. */
const unwanted: readonly (readonly [pattern: RegExp, sentence: string])[] = [
  [
    /(?<![\w.:/-])(?:\/(?:home|Users|root|work|tmp|mnt)\/[\w.-]|[A-Z]:\\\w)/,
    "names a path of one machine: begin at the workspace's root",
  ],
  [/(?:es|ox)lint-(?:disable|enable)/, 'silences the linter: make it right'],
  [/\b(?:TOD[O]|FIXM[E]|XX[X]|HAC[K])\b/, 'leaves something to do: do it, or write an issue'],
  [
    /\b(?:[Ww]hoeve[r]|by halve[s]|in vai[n]|mende[d]|mos[t][A-Z]\w*)\b/,
    'has wording that sounds translated: use a noun, "partly", "for nothing", "fixed" or "max…"',
  ],
];

/** Released migrations never change, and demo data may use any wording. */
const fixed = /^(?:package-lock\.json|prisma\/(?:migrations|seed\/words)\/|examples\/(?:makerspace|openapi-tools)\/)/;

function textViolations(tree: WorkspaceTree, file: string): string[] {
  if (fixed.test(file)) return [];
  return unwanted.filter(([pattern]) => pattern.test(tree.text(file))).map(([, sentence]) => `${file} ${sentence}.`);
}
