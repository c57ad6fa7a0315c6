import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { collections } from '@resource-catalogue/contracts';
import { missingSteps } from './architecture/collection-steps.js';
import { upwardImports } from './architecture/floors.js';
import { forbiddenImports } from './architecture/import-rules.js';
import { projectViolations } from './architecture/project-rules.js';
import { strayCitations } from './architecture/rule-citations.js';
import { sourceViolations } from './architecture/source-rules.js';
import { strayingSql } from './architecture/sql-text.js';
import { WorkspaceTree } from './architecture/workspace-tree.js';

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

  it('keeps SQL text in read/ and database/', () => {
    expect(strayingSql(tree)).toEqual([]);
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
