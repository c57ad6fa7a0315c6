import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { collections } from '@resource-catalogue/contracts';
import { asArray, asObject, asText } from '@resource-catalogue/testing/json';
import { missingSteps } from './collection-steps.js';
import { sourceViolations } from './source-rules.js';
import { copyWorkspace } from './workspace-copy.js';
import { WorkspaceTree } from './workspace-tree.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const program = fileURLToPath(new URL('run-generator.mjs', import.meta.url));
/** A hand-written contract with an enumeration, references, days, a unique number, and rules between two fields. */
const contract = fileURLToPath(new URL('unicorn.ts.template', import.meta.url));
const whole = new WorkspaceTree(root);
/** A copy of the workspace for the generator to change. */
const copy = mkdtempSync(join(tmpdir(), 'new-collection-'));

const created = [
  'apps/server/src/resources/tool-boxes.controller.ts',
  'libs/contracts/src/tool-box.ts',
  'libs/read/src/definitions/tool-boxes.ts',
  expect.stringMatching(/^prisma\/migrations\/\d{14}_tool_boxes\/migration\.sql$/),
  'prisma/schema/tool-boxes.prisma',
  'prisma/seed/tool-boxes.ts',
];
const edited = [
  'apps/server/src/read/catalogue-prisma.ts',
  'apps/server/src/resources/resources.module.ts',
  'docs/interface.md',
  'libs/client/src/resources/resources.ts',
  'libs/contracts/src/collections.ts',
  'libs/contracts/src/index.ts',
  'libs/read/src/definitions/catalogue-definitions.ts',
  'prisma/seed/seed-tables.ts',
];
const roles = ['libs/contracts/src/references.ts'];
const from = 'libs/contracts/src/unicorn.ts';
const unicorns = { name: 'unicorns', from };

const runs = [
  [{ name: 'ToolBoxs' }, "'ToolBoxs' is not in snake_case, such as 'tool_boxes'."],
  [{ name: 'categories' }, "The singular of 'categories' is irregular: add --singular NAME."],
  [{ name: 'tool_boxes', singular: 'ToolBox' }, "'ToolBox' is not in snake_case, such as 'tool_boxes'."],
  [{ name: 'sheep', singular: 'sheep' }, "The plural and the singular must differ, but both are 'sheep'."],
  [{ name: 'tool_boxes', singular: 'tool_box' }, null],
  [
    { name: 'tool_boxes', singular: 'tool_box' },
    'libs/contracts/src/tool-box.ts already exists: choose another name, or use --from to generate the other files.',
  ],
  [
    unicorns,
    'holder is a PersonSummaryDto, which may refer to members, users: add the entity, such as --role holder=member.',
  ],
  [{ ...unicorns, role: ['holder=member'] }, null],
] as const;

/** Runs Node in the copy and returns its output. */
function run(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${stdout}${stderr}`);
  return stdout;
}

let outcomes: readonly Readonly<Record<string, unknown>>[];
let tree: WorkspaceTree;
beforeAll(() => {
  copyWorkspace(whole, copy);
  cpSync(join(root, 'prisma/generated'), join(copy, 'prisma/generated'), { recursive: true });
  cpSync(contract, join(copy, from));
  // The schema engine can only be opened once per process.
  outcomes = [runs.slice(0, 6), runs.slice(6)].flatMap((part) => {
    const options = JSON.stringify(part.map(([each]) => each));
    return asArray(JSON.parse(run(program, root, copy, options))).map(asObject);
  });
  tree = new WorkspaceTree(copy);
});
afterAll(() => rmSync(copy, { recursive: true }));

it('the generator rejects invalid names, existing collections and ambiguous contracts in one line', () => {
  expect(outcomes.map(({ error }) => error)).toEqual(runs.map(([, error]) => error));
});

it('the generator creates the files of a collection, and only adds lines to existing ones', () => {
  const changes = asArray(asObject(outcomes[4])['changes']).map(asText).sort();
  const expected = [
    ...created.map((path): [string, unknown] => ['CREATE', path]),
    ...edited.map((path) => ['UPDATE', path]),
  ];
  expect(changes.map((change) => change.split(' '))).toEqual(expected);
  for (const file of edited) {
    const after = tree.text(file).split('\n');
    const gone = whole
      .text(file)
      .split('\n')
      .filter((line) => !after.includes(line));
    expect({ file, gone }).toEqual({ file, gone: [] });
  }
});

it('a generated collection lacks only its tables in docs/interface.md', () => {
  const generated = ['tool_boxes', 'unicorns'];
  expect(missingSteps(tree, [...collections.map(({ name }) => name), ...generated])).toEqual(
    generated.map(
      (name) => `The collection ${name} lacks \`[${name}](#${name})\`: run npx nx run contracts:interface.`,
    ),
  );
  expect(sourceViolations(tree)).toEqual([]);
});

it('a generated migration sorts last, and adds the checks and indexes that a Prisma schema cannot express', () => {
  const migrations = tree.matching(/^prisma\/migrations\/.*\.sql$/).slice(-2);
  expect(migrations.map((file) => file.replace(/.*\d{14}_/, ''))).toEqual(
    ['tool_boxes', 'unicorns'].map((name) => `${name}/migration.sql`),
  );
  const folders = ['--schema', join(copy, 'prisma/schema'), '--migrations', join(copy, 'prisma/migrations')];
  run(join(root, 'tools/prisma/author.mjs'), '--check', ...folders);
  const migration = tree.text(migrations.at(-1) ?? '');
  expect(migration).toContain(`"unicorns_holder_check" CHECK ((state = 'rented') = (holder_id IS NOT NULL))`);
  expect(migration).toContain('"unicorns_number_check" CHECK (number >= 1 AND number <= 9999)');
  expect(migration).toContain(`"unicorns_rented_until_check" CHECK (rented_until IS NULL OR state = 'rented')`);
  expect(migration).toContain('UNIQUE INDEX "unicorns_space_id_number_key" ON "unicorns"("space_id", "number")');
  expect(migration).toContain('("holder_id", "created_at", "id") WHERE "holder_id" IS NOT NULL;');
});

it('the generator adds a role to the one table that all read', () => {
  for (const file of roles) expect(tree.text(file)).toContain("  holder: 'member'");
});

it('generated sources compile', () => {
  const sources = [...tree.matching(/(?:tool-box|unicorn)[^/]*\.ts$/), ...edited, ...roles];
  const files = sources.filter((file) => file.endsWith('.ts') && !file.startsWith('apps/architecture/'));
  const config = { extends: './tsconfig.base.json', compilerOptions: { composite: false, noEmit: true }, files };
  writeFileSync(join(copy, 'generated.json'), JSON.stringify(config));
  const compiler = join(root, 'node_modules/@typescript/tsc/bin/tsc');
  const args = [compiler, '--pretty', 'false', '-p', 'generated.json'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
  // Prisma's types lack the new tables and models until they are generated, so ignore errors about those.
  const early = /"(?:tool_boxes|unicorns)"|^apps\/server\/src\/read\/catalogue-prisma\.ts\b[^]*\btoolBox\b/;
  const errors = stdout.split(/\n(?! )/).filter((error) => error !== '' && !early.test(error));
  expect(errors).toEqual([]);
});
