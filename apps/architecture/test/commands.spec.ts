import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { wrongCommands } from './commands.js';
import { WorkspaceTree } from './workspace-tree.js';

const tree = new WorkspaceTree(fileURLToPath(new URL('../../..', import.meta.url)));

it('commands in documents use existing scripts, projects, targets and files', () => {
  expect(wrongCommands(tree)).toEqual([]);
});

it('wrong commands in documents are found', () => {
  const wrong = [
    ['npm run strat', 'unknown script strat'],
    ['A=1 npm run catalogue -- tokens creat \\\n  # all', "unknown command 'creat' (Did you mean create?)"],
    ['kubectl exec a -- resource-catalogue migrat', "unknown command 'migrat' (Did you mean migrate?)"],
    ['npx nx run sever:openapi', 'unknown project sever'],
    ['ls | npx nx bundel server', 'unknown target bundel'],
    ['cd /tmp && node tools/prisma/auhtor.mjs', 'tools/prisma/auhtor.mjs does not exist'],
  ];
  const texts = new Map(tree.matching(/\/package\.json$|^package\.json$/).map((file) => [file, tree.text(file)]));
  texts.set('README.md', `\`\`\`sh\n${wrong.map(([line]) => line).join('\n')}\n\`\`\`\n\nIn \`npm run tets\`.\n`);
  const mistakes = [...wrong.map(([, mistake]) => mistake), 'unknown script tets'];
  expect(wrongCommands(new WorkspaceTree('', texts))).toEqual(
    mistakes.map((mistake): unknown => expect.stringContaining(`: ${mistake}.`)),
  );
});
