import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { missingSteps } from './collection-steps.js';
import { forbiddenImports } from './import-rules.js';
import { projectViolations } from './project-rules.js';
import { strayCitations } from './rule-citations.js';
import { lookAt } from './small-workspace.js';
import { sourceViolations } from './source-rules.js';
import { WorkspaceTree } from './workspace-tree.js';

type Violation = readonly [sentence: string, changes: Readonly<Record<string, string | null>>];

const allViolations = (tree: WorkspaceTree): string[] => [
  ...missingSteps(tree, ['lockers']),
  ...forbiddenImports(tree),
  ...strayCitations(tree),
  ...sourceViolations(tree),
  ...projectViolations(tree),
];

const server = 'apps/server/src';
const lockers = `${server}/resources/lockers.controller`;
const module = `${server}/resources/resources.module.ts`;
const other = `/** One. */\nexport const one = 1;\n`;

const steps: Violation[] = [
  [
    'The collection lockers has no definition: write libs/read/src/definitions/lockers.ts.',
    { 'libs/read/src/definitions/lockers.ts': null },
  ],
  [`The collection lockers has no controller: write ${lockers}.ts.`, { [`${lockers}.ts`]: null }],
  [
    `The controller of lockers has another path: write @Controller(pathOf(lockersContract)) in ${lockers}.ts.`,
    { [`${lockers}.ts`]: `@Controller('/api/v1/locker')\nexport class LockersController {}\n` },
  ],
  [
    'The collection lockers is not exported: name lockersContract in libs/contracts/src/index.ts.',
    { 'libs/contracts/src/index.ts': '' },
  ],
  [
    'The collection lockers is not in the client: write its types and its constant in libs/client/src/resources/resources.ts.',
    { 'libs/client/src/resources/resources.ts': '' },
  ],
  [
    'libs/contracts/src/locker.ts makes lockersContract, which libs/contracts/src/collections.ts does not list.',
    { 'libs/contracts/src/collections.ts': '' },
  ],
  [
    `The collection lockers is not served: list LockersController in ${module}.`,
    { [module]: '@Module({ controllers: [] })\nexport class ResourcesModule {}\n' },
  ],
  [
    `${module} lists BinsController out of its alphabetical place.`,
    { [module]: '@Module({ controllers: [LockersController, BinsController] })\nexport class ResourcesModule {}\n' },
  ],
  [
    `${server}/resources/locker belongs to no collection that libs/contracts/src/collections.ts lists.`,
    { [`${server}/resources/locker/locker.controller.ts`]: other },
  ],
  [
    `${server}/resources/locker.controller.ts belongs to no collection that libs/contracts/src/collections.ts lists.`,
    { [`${server}/resources/locker.controller.ts`]: other },
  ],
  [
    'The collection lockers has no table: write a model with @@map("lockers") in prisma/schema.',
    { 'prisma/schema/lockers.prisma': null },
  ],
  [
    "No migration makes the table lockers: run npx prisma migrate dev, or put what 'node tools/prisma/author.mjs' prints in a new folder of prisma/migrations.",
    { 'prisma/migrations/1_init/migration.sql': 'SELECT 1;\n' },
  ],
  [
    'The collection lockers has no rows to be tested with: write its table in prisma/seed.',
    { 'prisma/seed/lockers.ts': null },
  ],
  [
    'The collection lockers has no row in the first table of docs/interface.md: run npx nx run contracts:interface.',
    { 'docs/interface.md': 'All.\n\n### lockers\n' },
  ],
  [
    'The collection lockers has no section "### lockers" in docs/interface.md: write one with its marks, as the others have them.',
    { 'docs/interface.md': '| [lockers](#lockers) |\n' },
  ],
];

const pure = 'libs/list-query/src/parse.ts';
const imports: Violation[] = [
  [
    `${lockers}.ts imports ${server}/resources/bins.controller.js: a resource never imports another; what they share belongs in libs/read or http/.`,
    {
      [`${lockers}.ts`]: `import { bins } from './bins.controller.js';\n@Controller(pathOf(lockersContract))\nexport class LockersController {}\n`,
    },
  ],
  ...['read/pages.ts', 'http/send.ts', 'auth/guard.ts'].map((file): Violation => [
    `${server}/${file} imports ${lockers}.js: only app.module.ts names resources/, so that all else works for every resource.`,
    { [`${server}/${file}`]: `await import('../resources/lockers.controller.js');\n` },
  ]),
  [
    `${server}/start.ts imports apps/server/test/support/service.js: what runs in service never imports tests.`,
    { [`${server}/start.ts`]: `import '../test/support/service.js';\n` },
  ],
  [
    `${pure} imports @nestjs/common: list-query is pure; a framework or a database belongs in apps/server.`,
    { [pure]: `import { Injectable } from '@nestjs/common';\n` },
  ],
];

const file = `${server}/http/send.ts`;
const inSource = (sentence: string, text: string): Violation => [`${file} ${sentence}.`, { [file]: text }];
const machine = ['', 'home', 'ada', 'project'].join('/');

const sources: Violation[] = [
  ...['let known = 1', 'const known = new Map()', 'const known = new WeakMap()', 'const known = new LRUCache({})'].map(
    (text): Violation => inSource('keeps known in its module: give it to a class of the container', `${text};\n`),
  ),
  ...['utils', 'helpers', 'common', 'misc', 'types'].map((name): Violation => [
    `${server}/http/${name}.ts: ${name}.ts says nothing about what is in it; name it after that.`,
    { [`${server}/http/${name}.ts`]: other },
  ]),
  [
    `${server}/common/send.ts: common says nothing about what is in it; name it after that.`,
    { [`${server}/common/send.ts`]: other },
  ],
  [`${file} has 301 lines, more than 300: split it by purpose.`, { [file]: '// One.\n'.repeat(301) }],
  inSource('uses any: say the type, or unknown and a check', 'export const one: any = 1;\n'),
  inSource('casts through unknown: check the value', 'export const one = (1 as unknown as string);\n'),
  inSource('exports with *: name each export', `export * from './one.js';\n`),
  inSource('exports with *: name each export', `export * as one from './one.js';\n`),
  inSource('silences the compiler: make it right', `// @ts-ignore\nexport const one = 1;\n`),
  inSource('silences the linter: make it right', `export const one = 1; // eslint-disable-line\n`),
  inSource('leaves something to do: do it, or write an issue', `call(/* TODO: two */ 1);\n`),
  inSource('has describe.only: every test runs, and passes', `describe.only('one', () => {});\n`),
  inSource('has it.skip: every test runs, and passes', `it.skip('one', () => {});\n`),
  [`${file} names a path of one machine: begin at the workspace's root.`, { [file]: `open('${machine}');\n` }],
  ['docs/plan.md leaves something to do: do it, or write an issue.', { 'docs/plan.md': 'FIXME: all of it\n' }],
];

const tagged = { private: true, nx: { tags: ['type:app', 'scope:server'] } };
const projects: Violation[] = [
  [
    'apps/server/package.json needs one tag scope:… in nx.tags, by which eslint.config.mjs allows imports.',
    { 'apps/server/package.json': JSON.stringify({ private: true, nx: { tags: ['type:app'] } }) },
  ],
  [
    'tools/package.json needs one tag type:… in nx.tags, by which eslint.config.mjs allows imports.',
    { 'tools/package.json': JSON.stringify({ private: true, nx: { tags: ['scope:workspace'] } }) },
  ],
  [
    'apps/server/package.json has a target package and is private: leave "private" out, so that it is released.',
    { 'apps/server/package.json': JSON.stringify({ ...tagged, nx: { ...tagged.nx, targets: { package: {} } } }) },
  ],
  [
    'apps/server/package.json is not private and has no target package: say "private", as nx release would publish it.',
    { 'apps/server/package.json': JSON.stringify({ ...tagged, private: false }) },
  ],
  [
    'apps/server/package.json asks for client "0.0.0": say *, as a release gives each project a version of its own.',
    { 'apps/server/package.json': JSON.stringify({ ...tagged, dependencies: { client: '0.0.0' } }) },
  ],
  [
    'apps/server/package.json asks for pg "^8.23.1": name one exact version.',
    { 'apps/server/package.json': JSON.stringify({ ...tagged, dependencies: { pg: '^8.23.1' } }) },
  ],
  [
    'libs/client/package.json is published and asks for ky "2.1.0": let its users share a copy, by ^ and a version.',
    {
      'libs/client/package.json': JSON.stringify({
        ...tagged,
        publishConfig: {},
        exports: { '.': { '@resource-catalogue/source': './src/index.ts' } },
        dependencies: { ky: '2.1.0' },
      }),
    },
  ],
  [
    'libs/contracts/package.json asks for express "5.3.0", but apps/server/package.json for "5.2.0": use one version.',
    { 'apps/server/package.json': JSON.stringify({ ...tagged, dependencies: { express: '5.2.0' } }) },
  ],
  [
    `${server}/read/index.ts is an inner barrel: import the file itself; only what package.json exports has an index.`,
    { [`${server}/read/index.ts`]: other },
  ],
  [
    'libs/contracts/src/slot.ts exports SlotDto without a doc comment: say its shape, its units and the rule it follows.',
    { 'libs/contracts/src/slot.ts': '// A slot.\nexport class SlotDto {}\n' },
  ],
];

const citations: Violation[] = [
  [
    `${lockers}.spec.ts cites LOCK-3, which docs/interface.md does not have.`,
    { [`${lockers}.spec.ts`]: `import '@jest/globals';\nit('LOCK-1 LOCK-3');\n` },
  ],
];

describe('the architecture test', () => {
  it('finds nothing in a sound workspace', () => {
    expect(lookAt({}, allViolations)).toEqual([]);
  });

  it.each([...steps, ...imports, ...citations, ...sources, ...projects])('says: %s', (sentence, changes) => {
    expect(lookAt(changes, allViolations)).toEqual([sentence]);
  });

  const quoted = `export const one = ['// TODO', "/* @ts-ignore */", \`// eslint-disable \${'// FIXME'}\`, /\\/\\/ TODO/];\n`;

  it('does not take quoted text for comments', () => {
    expect(lookAt({ [file]: quoted }, allViolations)).toEqual([]);
  });

  it('reads what is written, and nothing that is made or installed', () => {
    const root = mkdtempSync(join(tmpdir(), 'written-'));
    try {
      for (const path of [file, 'dist/utils.ts', 'apps/server/node_modules/a/helpers.ts']) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), quoted);
      }
      const tree = new WorkspaceTree(root);
      expect([tree.files, tree.text(file)]).toEqual([[file], quoted]);
    } finally {
      rmSync(root, { recursive: true });
    }
  });
});
