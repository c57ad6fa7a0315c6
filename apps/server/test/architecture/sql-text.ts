import ts from 'typescript';
import { nodesOf, type WorkspaceTree } from './workspace-tree.js';

const home = /^apps\/server\/src\/(?:read|database|mirror|transfer)\//;

const keywords = [
  /\bSELECT\s/,
  /\b(?:insert\s+into|delete\s+from)\s+["\w]/i,
  /\bupdate\s+["\w]+\s+set\s/i,
  /\b(?:CREATE|ALTER|DROP|TRUNCATE)\s+(?:TABLE|INDEX|TYPE|VIEW|FUNCTION|DATABASE|SCHEMA|ROLE)\b/,
  /\bselect\s[^.]*\sfrom\s+["\w]/i,
  /\b(?:FROM|WHERE|JOIN|ORDER BY|GROUP BY|UNION|COPY)\s+["$({\w]/,
  /^\s*(?:BEGIN|COMMIT|ROLLBACK|SAVEPOINT)\b/,
];

/** SQL text that stands elsewhere than in read/, transfer/, mirror/ and database/, where the one team that knows the plans looks for it. */
export function strayingSql(tree: WorkspaceTree): string[] {
  return (
    tree
      // The conformance suite has no database: what it sends to break into one is no statement of ours.
      .matching(/^(?:apps\/(?!conformance\/)[^/]+\/src|libs\/[^/]+\/src|prisma)\/.*(?<!\.spec)\.ts$/)
      .filter((file) => !home.test(file))
      .flatMap((file) => {
        const source = tree.source(file);
        return [...nodesOf(source)].flatMap((node) => {
          const text = textOf(node);
          if (text === undefined || !keywords.some((keyword) => keyword.test(text))) return [];
          const { line } = source.getLineAndCharacterOfPosition(node.getStart());
          return [
            `${file}:${line + 1} holds SQL text, which belongs in apps/server/src/read, transfer, mirror or database.`,
          ];
        });
      })
  );
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isTemplateExpression(node)) return node.getText();
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  return undefined;
}
