import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { unlistedProjects, staleFigures } from './readme.js';
import { lookAt } from './small-workspace.js';
import { WorkspaceTree } from './workspace-tree.js';

const tree = new WorkspaceTree(fileURLToPath(new URL('../../..', import.meta.url)));

describe('the README of the workspace', () => {
  it('has the figures of the reports', () => {
    expect(staleFigures(tree)).toEqual([]);
  });

  it('lists every project', () => {
    expect(unlistedProjects(tree)).toEqual([]);
  });

  it('would be told which figure is of an older report', () => {
    const changes = {
      'README.md': 'It starts in 7 s. It has 512 pages a second, p99 79.0 ms ([a](docs/a.md)). Then 8.\n',
      'docs/a.md': '| 1,512 | 79.0 | p512 |\n',
    };
    expect(lookAt(changes, staleFigures)).toEqual([
      'README.md says 512, which docs/a.md does not: look at the report again.',
    ]);
  });

  it('would be told which project is left out', () => {
    const changes = { 'README.md': '| `apps/server` | a |\n| `libs/client`, `libs/contracts` | b |\n' };
    expect(lookAt({ ...changes, 'libs/read/package.json': '{}' }, unlistedProjects)).toEqual([
      'README.md does not list libs/read.',
    ]);
  });
});
