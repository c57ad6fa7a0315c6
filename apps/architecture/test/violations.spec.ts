import { describe, expect, it } from '@jest/globals';
import { missingSteps } from './collection-steps.js';
import { rules } from './rules.js';
import { WorkspaceTree } from './workspace-tree.js';

const server = 'apps/server/src';
const controller = `${server}/resources/unicorns.controller.ts`;
// Assembled from parts, because this file must not contain them either.
const machine = ['', 'home', 'ada', 'project'].join('/');
const silence = ['eslint', 'disable', 'line'].join('-');
const later = ['TO', 'DO'].join('');
const manifest = (rest: object) => JSON.stringify({ nx: { tags: ['type:app', 'scope:server'] }, ...rest });

/** Files that violate rules, each with parts of the expected messages. */
const violations: readonly (readonly [file: string, text: string, ...sentences: string[]])[] = [
  [controller, `import './bins.controller.js';\n`, 'imports apps/server/src/resources/bins.controller.js: resources'],
  [
    `${server}/read/pages.ts`,
    `await import('../resources/unicorns.controller.js');\n`,
    `imports ${server}/resources/unicorns.controller.js from a higher layer`,
  ],
  [`${server}/tricks/one.ts`, '', 'belongs to no layer'],
  ['libs/list-query/src/parse.ts', `import '@nestjs/common';\n`, 'imports @nestjs/common: list-query must not depend'],
  [
    `${server}/http/send.ts`,
    `let a = 1;
const b = new Map();
const c = new WeakMap();
const d = new LRUCache({});
const e = [];
const f: readonly string[] = [];
const g = new Map([[1, 2]]);
// ${silence}
call(/* ${later}: two */ '${machine}');
`,
    ...['a', 'b', 'c', 'd', 'e'].map((name) => `keeps state in its module (${name})`),
    'contains a path of one machine',
    'disables a lint rule',
    'has a note for later',
  ],
  [`${server}/http/helpers.ts`, '', ': the name helpers.ts does not describe'],
  ['apps/b/package.json', '{ "nx": { "tags": ["type:app"] } }', 'needs exactly one scope:'],
  [
    'apps/a/package.json',
    manifest({
      name: 'a',
      dependencies: { a: '0.0.0', pg: '^8.23.1', one: '1.2.3' },
      overrides: { pg: { one: '1.2.4' } },
    }),
    'requires a 0.0.0: use *',
    'requires pg ^8.23.1: use an exact version',
    'requires one 1.2.4, but apps/a/package.json requires 1.2.3',
  ],
  [
    'apps/c/package.json',
    JSON.stringify({
      nx: {
        tags: ['type:app', 'scope:server'],
        targets: { bundle: { inputs: ['production', { input: 'production', projects: ['d'] }] } },
      },
    }),
    'apps/c/package.json: the inputs of bundle lack the project e',
  ],
  [
    'libs/a/package.json',
    manifest({ publishConfig: {}, dependencies: { ky: '2.1.0' } }),
    'requires ky 2.1.0: use ^ and a version',
  ],
  [`libs/a.spec.ts`, `it('LOCK-1 LOCK-3');\n`, 'cites LOCK-3'],
  [
    'docs/operations/a.md',
    '# Of `a_b`: c!\n\n[a](../interface.md) [b](https://x.example) [c](c.md) [d](..) `[e](e.md)` [f](#of-a_b-c) [g](#g)\n' +
      '```sh\nDATA_URL_FILE=a LOG_LEVEL_FILE=b npm start\n```\n\nSet `DATA_URL`, `LOG_LEVELS=info`, not LOG_LEVES.\n',
    'links to c.md, but there is no such file',
    'links to #g, but the file has no such heading',
    'mentions LOG_LEVEL_FILE,',
    'mentions LOG_LEVELS,',
  ],
  [
    'docs/security.md',
    '## API1: a\n\nTests: `docs/tests/a.spec.ts`.\n\n## API2: b\n\nIn `docs/interface.md`.\n',
    'mentions docs/tests/a.spec.ts, which does not exist',
    'mentions no test in section API2: b',
  ],
  ['docs/guides/a.md', '# A\n', 'docs/README.md does not list docs/guides/a.md'],
  [
    'docs/operations/troubleshooting.md',
    '| `a … is locked`    | Unlock it. |\n| `a … is lost` | Find it. |\n',
    'has the message "a … is lost"',
  ],
  [
    'README.md',
    'It has 7. It has 512 rows, 79.0 ms ([a](docs/benchmarks/README.md)).\n\nIt sends 1,512 pages of\n100 rows a second, ' +
      '8.5 times as many as x, with a p99 of 79.0 and then 80.1 ms.\n\n| p50 | Rows |\n| --: | ---: |\n| 81.2 |   79.0 |\n',
    'has the figure 512, which is not in docs/benchmarks/README.md',
    'has the figure 8.5,',
    'has the figure 80.1,',
    'has the figure 81.2,',
  ],
];

/** A workspace without violations. */
const sound: Readonly<Record<string, string>> = {
  'docs/README.md':
    '`[a](benchmarks/README.md) [b](interface.md) [c](operations/a.md) [d](operations/troubleshooting.md) [e](security.md)`\n',
  'apps/d/src/lockers.ts': 'export const locked = (name: string) => `a ${name} is locked`;\n',
  'docs/benchmarks/README.md': '79.0 1,512\n',
  'docs/interface.md': '- **LOCK-1** [extension] A locker.\n',
  'libs/d/package.json': manifest({ name: 'd', dependencies: { e: '*' } }),
  'libs/e/package.json': manifest({ name: 'e' }),
  'libs/program/src/configuration.ts': `@Variable('DATA_URL', url, { secret: true })\n@Variable('LOG_LEVEL', level)\n`,
};
const treeOf = (changes: Readonly<Record<string, string>>) =>
  new WorkspaceTree('', new Map(Object.entries({ ...sound, ...changes })));

const sentences = (tree: WorkspaceTree): string[] => rules.flatMap(([, findViolations]) => findViolations(tree));

describe('the rules of the workspace', () => {
  it('report nothing for a workspace without violations', () => {
    expect(sentences(treeOf({}))).toEqual([]);
  });

  it.each(violations)('report each violation in %s', (file, text, ...expected) => {
    expect(sentences(treeOf({ [file]: text }))).toEqual(expected.map((part): unknown => expect.stringContaining(part)));
  });

  it('report a circular import, even of types, but not through import()', () => {
    const files = {
      'libs/a/one.ts': `import { two } from './two.js';\n`,
      'libs/a/two.ts': `export type { Three } from './deep/three.js';\n`,
      'libs/a/deep/three.tsx': `import type { One } from '../one.js';\nawait import('../four.js');\n`,
      'libs/a/four.ts': `import './one.js';\n`,
    };
    expect(sentences(treeOf(files))).toEqual([
      expect.stringContaining(
        'libs/a/deep/three.tsx → libs/a/one.ts → libs/a/two.ts → libs/a/deep/three.tsx is a circular import',
      ),
    ]);
  });

  it('report each missing part of a collection', () => {
    const lacks = missingSteps(treeOf({}), ['tool_boxes']).map((sentence) => /`(.*)`/.exec(sentence)?.[1]);
    expect(lacks).toEqual([
      'toolBoxesContract',
      '@Controller(pathOf(toolBoxesContract))',
      'ToolBoxesController,',
      '@@map("tool_boxes")',
      'CREATE TABLE "tool_boxes"',
      "'tool_boxes'",
      '[tool_boxes](#tool_boxes)',
      '### tool_boxes',
    ]);
  });
});
