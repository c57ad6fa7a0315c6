import { describe, expect, it } from '@jest/globals';
import { missingSteps } from './collection-steps.js';
import { rules } from './rules.js';
import { WorkspaceTree } from './workspace-tree.js';

const server = 'apps/server/src';
const controller = `${server}/resources/lockers.controller.ts`;
// Written in parts, as this file must not have them.
const machine = ['', 'home', 'ada', 'project'].join('/');
const silence = ['eslint', 'disable', 'line'].join('-');
const later = ['TO', 'DO'].join('');
const translated = ['by', 'halves'].join(' ');
const manifest = (rest: object) => JSON.stringify({ nx: { tags: ['type:app', 'scope:server'] }, ...rest });

/** Files that break rules, each with the beginnings of the sentences that say so. */
const violations: readonly (readonly [file: string, text: string, ...sentences: string[]])[] = [
  [controller, `import './bins.controller.js';\n`, 'imports apps/server/src/resources/bins.controller.js: a resource'],
  [
    `${server}/read/pages.ts`,
    `await import('../resources/lockers.controller.js');\n`,
    `imports ${server}/resources/lockers.controller.js, which is on a floor above it`,
  ],
  [`${server}/tricks/one.ts`, '', 'stands on no floor'],
  ['libs/list-query/src/parse.ts', `import '@nestjs/common';\n`, 'imports @nestjs/common: list-query is pure'],
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
// Never ${translated}.
`,
    ...['a', 'b', 'c', 'd', 'e'].map((name) => `keeps ${name} in its module`),
    'names a path of one machine',
    'silences the linter',
    'leaves something to do',
    'has wording that sounds translated',
  ],
  [`${server}/http/helpers.ts`, '', ': helpers.ts does not describe'],
  ['apps/b/package.json', '{ "nx": { "tags": ["type:app"] } }', 'needs one tag scope:'],
  [
    'apps/a/package.json',
    manifest({
      name: 'a',
      dependencies: { a: '0.0.0', pg: '^8.23.1', one: '1.2.3' },
      overrides: { pg: { one: '1.2.4' } },
    }),
    'asks for a 0.0.0: say *',
    'asks for pg ^8.23.1: name one exact version',
    'asks for one 1.2.4, but apps/a/package.json for 1.2.3',
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
    'asks for ky 2.1.0: let its users',
  ],
  [`libs/a.spec.ts`, `it('LOCK-1 LOCK-3');\n`, 'cites LOCK-3'],
  [
    'docs/operations/a.md',
    '# Of `a_b`: c!\n\n[a](../interface.md) [b](https://x.example) [c](c.md) [d](..) `[e](e.md)` [f](#of-a_b-c) [g](#g)\n' +
      '```sh\nDATA_URL_FILE=a LOG_LEVEL_FILE=b npm start\n```\n\nSet `DATA_URL`, `LOG_LEVELS=info`, not LOG_LEVES.\n',
    'links to c.md, which is not there',
    'links to #g, which is not a heading there',
    'names LOG_LEVEL_FILE,',
    'names LOG_LEVELS,',
  ],
  [
    'docs/security.md',
    '## API1: a\n\n| `docs/tests/a.spec.ts` | refuses all |\n\n## API2: b\n\nIn `docs/interface.md`.\n',
    'names docs/tests/a.spec.ts, which is not there',
    'says that docs/tests/a.spec.ts has the test "refuses all", which it has not',
    'names no test under API2: b',
  ],
  [
    'README.md',
    'It has 7. It has 512 pages a second, 79.0 ms ([a](docs/interface.md)).\n',
    'says 512, which docs/interface.md does not',
  ],
];

/** A workspace that breaks no rule. */
const sound: Readonly<Record<string, string>> = {
  'docs/interface.md': '79.0 1,512\n\n- **LOCK-1** [ours] A locker.\n',
  'libs/d/package.json': manifest({ name: 'd', dependencies: { e: '*' } }),
  'libs/e/package.json': manifest({ name: 'e' }),
  'libs/program/src/configuration.ts': `@Variable('DATA_URL', url, { secret: true })\n@Variable('LOG_LEVEL', level)\n`,
};
const treeOf = (changes: Readonly<Record<string, string>>) =>
  new WorkspaceTree('', new Map(Object.entries({ ...sound, ...changes })));

const sentences = (tree: WorkspaceTree): string[] => rules.flatMap(([, findViolations]) => findViolations(tree));

describe('the rules of the workspace', () => {
  it('find nothing in a workspace that keeps them', () => {
    expect(sentences(treeOf({}))).toEqual([]);
  });

  it.each(violations)('find the mistakes in %s', (file, text, ...expected) => {
    expect(sentences(treeOf({ [file]: text }))).toEqual(expected.map((part): unknown => expect.stringContaining(part)));
  });

  it('find each part that a collection lacks', () => {
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
