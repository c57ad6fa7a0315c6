import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { deadLinks, unknownVariables, wrongEvidence } from './guides.js';
import { lookAt } from './small-workspace.js';
import { WorkspaceTree } from './workspace-tree.js';

const tree = new WorkspaceTree(fileURLToPath(new URL('../../..', import.meta.url)));

describe('the documents', () => {
  it('link to files and headings that are there', () => {
    expect(deadLinks(tree)).toEqual([]);
  });

  it('name tests that exist, for each section of the threat model', () => {
    expect(tree.text('docs/security.md').match(/^## API\d+:/gm)).toHaveLength(10);
    expect(wrongEvidence(tree)).toEqual([]);
  });

  it('name variables that are read', () => {
    expect(unknownVariables(tree)).toEqual([]);
  });

  it('say which link is dead', () => {
    const changes = {
      'docs/operations/a.md':
        '# Of `a_b`: c!\n\n[a](../interface.md#lockers) [b](https://x.example) [c](c.md) [d](../../libs/client) `[e](e.md)`\n' +
        '[f](#of-a_b-c) [g](#twice-1) [h](#twice-2)\n\n## Twice\n\n## Twice\n\n```md\n## Twice\n[i](i.md)\n```\n',
      'libs/client/README.md': '[a](../../docs/operations/a.md#nothing) [b](src) ![c](../c.png)',
    };
    expect(lookAt(changes, deadLinks)).toEqual([
      'docs/operations/a.md links to c.md, which is not there.',
      'docs/operations/a.md links to #twice-2, which is no heading there.',
      'libs/client/README.md links to ../../docs/operations/a.md#nothing, which is no heading there.',
      'libs/client/README.md links to ../c.png, which is not there.',
    ]);
  });

  it('say which test is not there', () => {
    const changes = {
      'libs/a.spec.ts': `it('refuses what is wrong', work);\n`,
      'docs/security.md':
        '## API1: a\n\n| `libs/a.spec.ts` | refuses what is wrong |\n| `libs/a.spec.ts` | refuses all |\n\n' +
        '## API2: b\n\n| `libs/b.spec.ts` | refuses |\n\n## API3: c\n\nIn `libs/c.ts`.\n',
    };
    expect(lookAt(changes, wrongEvidence)).toEqual([
      'docs/security.md names libs/b.spec.ts, which is not there.',
      'docs/security.md names libs/c.ts, which is not there.',
      'docs/security.md says that libs/a.spec.ts has the test "refuses all", which it has not.',
      'docs/security.md says that libs/b.spec.ts has the test "refuses", which it has not.',
      'docs/security.md names no test under API3: c.',
    ]);
  });

  it('say which variable nobody reads', () => {
    const changes = {
      'libs/program/src/configuration.ts': `@Variable('DATA_URL', url, 'a URL', { secret: true })\n@Variable('LOG_LEVEL', level, 'a level')\n`,
      'docs/operations/a.md':
        'Set `DATA_URL`, `LOG_LEVEL=info`.\n\n```sh\nDATA_URL_FILE=a LOG_LEVEL_FILE=b npm start\n```\n\nNot `LOG_LEVELS`.\n',
    };
    expect(lookAt(changes, unknownVariables)).toEqual([
      'docs/operations/a.md names LOG_LEVEL_FILE, which the configuration does not read.',
      'docs/operations/a.md names LOG_LEVELS, which the configuration does not read.',
    ]);
  });
});
