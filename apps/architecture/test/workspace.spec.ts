import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { collections } from '@resource-catalogue/contracts';
import { missingSteps } from './collection-steps.js';
import { upwardImports } from './floors.js';
import { forbiddenImports } from './import-rules.js';
import { projectViolations } from './project-rules.js';
import { strayCitations } from './rule-citations.js';
import { sourceViolations } from './source-rules.js';
import { WorkspaceTree } from './workspace-tree.js';

const tree = new WorkspaceTree(fileURLToPath(new URL('../../..', import.meta.url)));

// What fails here is a sentence that says what to do; architecture/*.spec.ts show that each of them can be said.
describe('the workspace', () => {
  it('has every part of every collection', () => {
    expect(
      missingSteps(
        tree,
        collections.map(({ name }) => name),
      ),
    ).toEqual([]);
  });

  it('keeps its layers apart', () => {
    expect(forbiddenImports(tree)).toEqual([]);
  });

  it('has floors in the server that import downwards only', () => {
    expect(upwardImports(tree)).toEqual([]);
  });

  it('cites no rule that docs/interface.md does not have', () => {
    expect(strayCitations(tree)).toEqual([]);
  });

  it('has sources of one style', () => {
    expect(sourceViolations(tree)).toEqual([]);
  });

  it('has projects with tags, exact versions, one barrel and documented exports', () => {
    expect(projectViolations(tree)).toEqual([]);
  });
});
