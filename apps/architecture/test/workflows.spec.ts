import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { WorkspaceTree } from './workspace-tree.js';

const tree = new WorkspaceTree(fileURLToPath(new URL('../../..', import.meta.url)));
const workflow = (name: string): string => tree.text(`.github/workflows/${name}.yml`);

it('the exhaustive tests run each night, and a release waits for them', () => {
  expect(workflow('nightly')).toMatch(/^ {4}- cron: .*\n[\s\S]*^ {6}- run: npm run test:exhaustive$/m);
  expect(workflow('release')).toMatch(
    /^ {2}exhaustive:\n(?: {4}.*\n)* {4}uses: \.\/\.github\/workflows\/nightly\.yml$/m,
  );
  expect(workflow('release')).toMatch(/^ {2}packages:\n(?: {4}.*\n)*? {4}needs: exhaustive$/m);
});
