import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { wrongCommands } from './commands.js';
import { WorkspaceTree } from './workspace-tree.js';

const tree = new WorkspaceTree(fileURLToPath(new URL('../../..', import.meta.url)));

it('the commands in documents name scripts, projects, targets and files that exist', () => {
  expect(wrongCommands(tree)).toEqual([]);
});

it('each wrong command of a document is found', () => {
  const wrong = [
    ['npm run strat', 'there is no script strat'],
    ['A=1 npm run catalogue -- tokens creat \\\n  # all', "unknown command 'creat' (Did you mean create?)"],
    ['kubectl exec a -- resource-catalogue migrat', "unknown command 'migrat' (Did you mean migrate?)"],
    ['npx nx run sever:openapi', 'there is no project sever'],
    ['ls | npx nx bundel server', 'there is no target bundel'],
    ['cd /tmp && node tools/prisma/auhtor.mjs', 'tools/prisma/auhtor.mjs is not there'],
  ];
  const texts = new Map(tree.matching(/\/package\.json$|^package\.json$/).map((file) => [file, tree.text(file)]));
  texts.set('README.md', `\`\`\`sh\n${wrong.map(([line]) => line).join('\n')}\n\`\`\`\n\nIn \`npm run tets\`.\n`);
  const mistakes = [...wrong.map(([, mistake]) => mistake), 'there is no script tets'];
  expect(wrongCommands(new WorkspaceTree('', texts))).toEqual(
    mistakes.map((mistake): unknown => expect.stringContaining(`: ${mistake}.`)),
  );
});
