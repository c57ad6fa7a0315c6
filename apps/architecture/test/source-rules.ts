import ts from 'typescript';
import type { WorkspaceTree } from './workspace-tree.js';

const text = /(?:\.(?:tsx?|mjs|js|css|json|md|prisma|sql|ya?ml|toml|sh)|^\.ci\/\w+)$/;
/** The sources of the service and the commands, where state belongs to instances in the container. */
const services =
  /^(?:apps\/(?:server|catalogue)|libs\/(?:concurrency|database|demo|mirror|read|tokens|transfer))\/src\/.*(?<!\.spec)\.ts$/;

/** Finds vague file names, state in modules of the service, and unwanted text. */
export function sourceViolations(tree: WorkspaceTree): string[] {
  return [
    ...tree.files.flatMap((file) => badName(file)),
    ...tree.matching(services).flatMap((file) => moduleState(tree.source(file))),
    ...tree.matching(text).flatMap((file) => textViolations(tree, file)),
  ];
}

function badName(file: string): string[] {
  const vague = file.split('/').find((part) => /^(?:utils?|helpers?|common|misc|types)(?:\.|$)/.test(part));
  return vague === undefined ? [] : [`${file}: the name ${vague} does not describe the content; use a specific one.`];
}

/** Finds module-level state that a request, or another program in the same process, could change. */
function moduleState(source: ts.SourceFile): string[] {
  return source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList: { declarations, flags } }) =>
      declarations.filter((declaration) => (flags & ts.NodeFlags.Const) === 0 || isMutable(declaration)),
    )
    .map(
      ({ name }) =>
        `${source.fileName} keeps state in its module (${name.getText()}): move it into a class of the container.`,
    );
}

/** Whether a variable is an initially empty collection or a cache, without a read-only type. */
function isMutable({ initializer, type }: ts.VariableDeclaration): boolean {
  if (!initializer || /^readonly/i.test(type?.getText() ?? '')) return false;
  if (ts.isArrayLiteralExpression(initializer)) return initializer.elements.length === 0;
  if (!ts.isNewExpression(initializer)) return false;
  const made = initializer.expression.getText();
  return /Cache$|^Weak|^Bulkhead$/.test(made) || (/^(?:Map|Set|Array)$/.test(made) && !initializer.arguments?.length);
}

/** The brackets prevent the patterns from matching this file. */
const unwanted: readonly (readonly [pattern: RegExp, sentence: string])[] = [
  [
    /(?<![\w.:/-])(?:\/(?:home|Users|root|work|tmp|mnt)\/[\w.-]|[A-Z]:\\\w)/,
    'contains a path of one machine: use a path relative to the root of the workspace',
  ],
  [/(?:es|ox)lint-(?:disable|enable)/, 'disables a lint rule: fix the code instead'],
  [/\b(?:TOD[O]|FIXM[E]|XX[X]|HAC[K])\b/, 'has a note for later: resolve it or open an issue'],
];

/** Released migrations never change, and demo data may have any text. */
const fixed = /^(?:package-lock\.json|prisma\/(?:migrations|seed\/words)\/|examples\/(?:makerspace|openapi-tools)\/)/;

function textViolations(tree: WorkspaceTree, file: string): string[] {
  if (fixed.test(file)) return [];
  return unwanted.filter(([pattern]) => pattern.test(tree.text(file))).map(([, sentence]) => `${file} ${sentence}.`);
}
