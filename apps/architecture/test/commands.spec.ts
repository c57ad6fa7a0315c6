import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { wrongCommands } from './commands/rules.js';
import { WorkspaceTree } from './workspace-tree.js';

const tree = new WorkspaceTree(fileURLToPath(new URL('../../..', import.meta.url)));

/** The workspace as if it had no document but one. */
class OneDocument extends WorkspaceTree {
  document = '';
  override matching(pattern: RegExp): string[] {
    return pattern.test('.md') ? ['deploy/README.md'] : super.matching(pattern);
  }
  override text(path: string): string {
    return path === 'deploy/README.md' ? this.document : super.text(path);
  }
}
const other = new OneDocument(tree.root);

function wrongIn(line: string): string[] {
  other.document = `\`\`\`sh\n${line}\n\`\`\`\n`;
  return wrongCommands(other);
}

describe('the commands of the documents', () => {
  it('name scripts, options, targets, files and variables that are there', () => {
    expect(wrongCommands(tree)).toEqual([]);
  });

  it.each([
    ['npm run strat', 'there is no script strat'],
    ['npm run bench -- --fild', 'there is no option --fild'],
    ['npm install @resource-catalogue/markdown', '@resource-catalogue/markdown is not published'],
    ['npm install ~/a/packages/resource-catalogue-mokc.tgz', '@resource-catalogue/mokc is not published'],
    ['npm run catalogue -- tokens creat', "unknown command 'creat' (Did you mean create?)"],
    ['npx nx run sever:openapi', 'there is no project sever'],
    ['npx nx bundel server', 'there is no target bundel'],
    ['npx nx test server -- architetcure', 'no spec file has architetcure in its path'],
    ['npx -p @resource-catalogue/server catalogue', '@resource-catalogue/server has no program catalogue'],
    ['node tools/prisma/author.mjs --chek', 'there is no option --chek'],
    ['node tools/prisma/auhtor.mjs', 'tools/prisma/auhtor.mjs is not there'],
    ['docker build -f deploy/Dockerfile .', 'deploy/Dockerfile is not there'],
    ['docker compose up catalogue-3', 'deploy/compose/compose.yaml has no service catalogue-3'],
    ['helm upgrade a deploy/helm/resource-catalogue --set replica=1', 'has no replica'],
    ['A=1 kubectl exec a -- resource-catalogue migrat \\\n  # all', "unknown command 'migrat' (Did you mean migrate?)"],
    ['export PORT=seven && ls', 'PORT'],
  ])('a document that has %s fails', (line, wrong) => {
    expect(wrongIn(line)).toEqual([expect.stringContaining(wrong)]);
  });
});
