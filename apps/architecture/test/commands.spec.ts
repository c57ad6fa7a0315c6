import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { wrongCommands } from './commands.js';
import { WorkspaceTree } from './workspace-tree.js';

const tree = new WorkspaceTree(fileURLToPath(new URL('../../..', import.meta.url)));

it('commands in documents use existing scripts, projects, targets and files', () => {
  expect(wrongCommands(tree)).toEqual([]);
});

it('commands of the editor use existing scripts and files', () => {
  const text = tree.text('.vscode/launch.json') + tree.text('.vscode/tasks.json');
  const files = [...text.matchAll(/"(?:--config=|\$\{workspaceFolder\}\/|\.\/)([^"$]+)"/g)].map(
    ([, path = '']) => path,
  );
  const scripts = [...text.matchAll(/"script": "([^"]+)"/g)].map(([, script = '']) => script);
  expect(files.filter((path) => !existsSync(join(tree.root, path)))).toEqual([]);
  expect(JSON.parse(tree.text('package.json'))).toMatchObject({
    scripts: Object.fromEntries(scripts.map((script) => [script, expect.any(String)])),
  });
  expect([files.length, scripts.length]).toEqual([5, 4]);
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
