import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { collections } from '@resource-catalogue/contracts';
import { missingSteps } from './collection-steps.js';
import { upwardImports } from './floors.js';
import {
  deadLinks,
  staleFigures,
  strayCitations,
  unknownVariables,
  unlistedProjects,
  wrongEvidence,
} from './guides.js';
import { forbiddenImports } from './import-rules.js';
import { projectViolations } from './project-rules.js';
import { sourceViolations } from './source-rules.js';
import { WorkspaceTree } from './workspace-tree.js';

const tree = new WorkspaceTree(fileURLToPath(new URL('../../..', import.meta.url)));
const names = collections.map(({ name }) => name);

// A failure is a sentence that says what to do; violations.spec.ts shows that each can be said.
it.each([
  ['every collection has all its parts', () => missingSteps(tree, names)],
  ['layers import what they may', () => forbiddenImports(tree)],
  ['the floors of the server import downwards only', () => upwardImports(tree)],
  ['cited rules exist in docs/interface.md', () => strayCitations(tree)],
  ['sources have one style', () => sourceViolations(tree)],
  ['projects have tags, exact versions, one barrel and documented exports', () => projectViolations(tree)],
  ['documents link to files and headings that exist', () => deadLinks(tree)],
  ['the threat model and the list of faults name tests and files that exist', () => wrongEvidence(tree)],
  ['guides name variables that the configuration reads', () => unknownVariables(tree)],
  ['the README has the figures of the reports', () => staleFigures(tree)],
  ['the README lists every project', () => unlistedProjects(tree)],
])('%s', (_, violations) => {
  expect(violations()).toEqual([]);
});

it('the threat model has a section for each of the ten risks', () => {
  expect(tree.text('docs/security.md').match(/^## API\d+:/gm)).toHaveLength(10);
});
