import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { misdrawnProjects, staleFigures } from './readme.js';
import { lookAt } from './small-workspace.js';
import { WorkspaceTree } from './workspace-tree.js';

const tree = new WorkspaceTree(fileURLToPath(new URL('../../../..', import.meta.url)));

describe('the README of the workspace', () => {
  it('has the figures of the reports', () => {
    expect(staleFigures(tree)).toEqual([]);
  });

  it('draws the projects as they are, and names all of them', () => {
    expect(misdrawnProjects(tree)).toEqual([]);
  });

  it('would be told which figure is of an older report', () => {
    const changes = {
      'README.md': '| a | 512 a second, p99 79.0 ms | 0.5, met | [a](docs/a.md) |\n| 7 | 8 | 9 | none |\n',
      'docs/a.md': '| 1,512 | 79.0 | p512 | ≥ 0.5 |\n',
    };
    expect(lookAt(changes, staleFigures)).toEqual([
      'README.md says 512, which docs/a.md does not: look at the report again.',
    ]);
  });

  it('would be told what is drawn wrongly or left out', () => {
    const manifest = (name: string, rest: object) => JSON.stringify({ name, ...rest });
    const changes = {
      'apps/server/package.json': manifest('s', { dependencies: { q: '0', express: '5' } }),
      'libs/client/package.json': manifest('c', { devDependencies: { k: '0' } }),
      'libs/contracts/package.json': manifest('k', {}),
      'libs/list-query/package.json': manifest('q', {}),
      'README.md':
        '```mermaid\nflowchart TD\n  s["apps/server"] --> c["libs/client"]\n  c --> k["libs/contracts"]\n```\n\n## The map\n\n' +
        '| `apps/server` | a |\n| `libs/client` | b |\n| `libs/contracts` | c |\n',
    };
    expect(lookAt(changes, misdrawnProjects)).toEqual([
      'README.md does not draw apps/server --> libs/list-query.',
      'README.md draws apps/server --> libs/client, which is not so.',
      'README.md leaves libs/list-query out of its map.',
    ]);
  });
});
