import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { collections } from '@resource-catalogue/contracts';
import { missingSteps } from './collection-steps.js';
import { rules } from './rules.js';
import { WorkspaceTree } from './workspace-tree.js';

const tree = new WorkspaceTree(fileURLToPath(new URL('../../..', import.meta.url)));

// The message of each failure says what to do; violations.spec.ts tests every message.
it.each(rules)('%s', (_, findViolations) => {
  expect(findViolations(tree)).toEqual([]);
});

it('every collection has all the parts that collection-steps.ts lists', () => {
  const names = collections.map(({ name }) => name);
  expect(missingSteps(tree, names)).toEqual([]);
});
