import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { commandsOf } from '@resource-catalogue/testing/shell';
import { wrongCommands } from './commands/rules.js';
import { lookAt } from './small-workspace.js';
import { WorkspaceTree } from './workspace-tree.js';

const tree = new WorkspaceTree(fileURLToPath(new URL('../../..', import.meta.url)));

const block = (...lines: readonly string[]) => `\`\`\`sh\n${lines.join('\n')}\n\`\`\`\n`;

describe('the commands of the documents', () => {
  it('name what is there, and are typed by a test where it can be done', () => {
    expect(wrongCommands(tree)).toEqual([]);
  });

  it('are read as a shell reads them', () => {
    const code = `A=1 B="b c" npm start # not this; nor && that
cat <<'SQL' > file
DROP x; y
SQL
echo "$(cat 'a b' | jq -r .c)" \\
  'd;e'|head -1 && x y#z; `;
    expect(commandsOf(code)).toEqual([
      { variables: { A: '1', B: 'b c' }, words: ['npm', 'start'] },
      { variables: {}, words: ['cat'] },
      { variables: {}, words: ['cat', 'a b'] },
      { variables: {}, words: ['jq', '-r', '.c'] },
      { variables: {}, words: ['echo', "$(cat 'a b' | jq -r .c)", 'd;e'] },
      { variables: {}, words: ['head', '-1'] },
      { variables: {}, words: ['x', 'y#z'] },
    ]);
  });

  it.each([
    ['frob a', 'which nothing runs: let a test type it by codeBlocks, or give frob a rule in commands/rules.ts'],
    ['npm run strat', 'there is no script strat'],
    ['npm run bench -- --fild', 'there is no option --fild'],
    ['npm install @resource-catalogue/markdown', '@resource-catalogue/markdown is not published'],
    ['npm run catalogue -- tokens creat', "unknown command 'creat' (Did you mean create?)"],
    ['npx nx run sever:openapi', 'there is no project sever'],
    ['npx nx bundel server', 'there is no target bundel'],
    ['npx nx test server -- architetcure', 'no spec file has architetcure in its path'],
    ['npx prisma migrat', 'documents do not use prisma migrat elsewhere: is it meant?'],
    ['npx @resource-catalogue/mock --sise rich', 'there is no option --sise'],
    ['npx resource-catalogue --help', 'name its package with -p'],
    ['npx -p @resource-catalogue/server catalogue', '@resource-catalogue/server has no program catalogue'],
    [
      'npx -p @resource-catalogue/server resource-catalogue tokens creat',
      "unknown command 'creat' (Did you mean create?)",
    ],
    ['node tools/prisma/author.mjs --chek', 'there is no option --chek'],
    ['node tools/prisma/auhtor.mjs', 'tools/prisma/auhtor.mjs is not there'],
    ['docker build -f deploy/Dockerfile .', 'deploy/Dockerfile is not there'],
    ['docker compose up catalogue-3', 'deploy/compose/compose.yaml has no service catalogue-3'],
    ['helm upgrade a deploy/helm/resource-catalogue --set replica=1', 'has no replica'],
    ['kubectl exec deploy/catalog -- resource-catalogue migrate', 'the chart makes deploy/catalogue'],
    ['systemctl restart catalog', 'docs/operations/install.md has no unit catalog'],
    ['cd deploy/componse', 'deploy/componse is not there'],
  ])('say what is wrong with %s', (line, wrong) => {
    const [said, ...others] = withReadme(block(line));
    expect([said, others]).toEqual([expect.stringContaining(wrong), []]);
    expect(said).toMatch(new RegExp(`^deploy/README\\.md has \`${line.split(' ')[0]} .*\\.$`));
  });

  it('say which variable has a value that is refused, and which command of a guide no test types', () => {
    expect(withReadme(block('export PORT=seven', 'LOG_LEVEL=loud npm start'))).toEqual([
      expect.stringMatching(/^deploy\/README\.md sets variables: .*\bLOG_LEVEL\b.*/),
    ]);
    const changes = {
      'docs/guides/a.md': block('npm run catalogue -- migrate'),
      'package.json': '{"scripts":{"catalogue": ""}}',
    };
    expect(lookAt(changes, wrongCommands)).toEqual([
      "docs/guides/a.md has `npm run catalogue -- migrate`, and no test types it: let one do so, by codeBlocks('docs/guides/a.md', 'sh', …).",
    ]);
  });

  it('may be named in a sentence without all that they need', () => {
    expect(withReadme('`resource-catalogue export`, `npm run mutation-score -- ID`, `npm`, `node --watch`\n')).toEqual(
      [],
    );
    expect(withReadme('`resource-catalogue exprot`\n')).toHaveLength(1);
  });
});

/** The workspace as it is, and as if it had no document but one. */
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

function withReadme(text: string): string[] {
  other.document = text;
  return wrongCommands(other);
}
