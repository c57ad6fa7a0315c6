import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { missingSteps } from './collection-steps.js';
import { lockerContract } from './locker-contract.js';
import { sourceViolations } from './source-rules.js';
import { copyWorkspace } from './workspace-copy.js';
import { WorkspaceTree } from './workspace-tree.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const program = fileURLToPath(new URL('run-generator.mjs', import.meta.url));

const migration = /^prisma\/migrations\/\d{14}_tool_boxes\/migration\.sql$/;
const written = [
  'apps/server/src/resources/tool-boxes.controller.ts',
  'libs/contracts/src/tool-box.ts',
  'libs/read/src/definitions/tool-boxes.ts',
  'prisma/schema/tool-boxes.prisma',
  'prisma/seed/tool-boxes.ts',
];

/** The lines that each edited file gains. */
const added: Readonly<Record<string, number>> = {
  'libs/contracts/src/index.ts': 1,
  'libs/contracts/src/collections.ts': 2,
  'libs/read/src/catalogue-definitions.ts': 2,
  'apps/server/src/resources/resources.module.ts': 2,
  'prisma/seed/seed-tables.ts': 2,
  'libs/client/src/resources/resources.ts': 12,
  'docs/interface.md': 13,
};
const edited = Object.keys(added);
const roles = ['libs/client/src/resources/ids.ts', 'apps/explorer/src/interface/references.ts'];
const read = [
  'package.json',
  'prisma/migrations',
  'prisma/schema',
  'libs/contracts/src',
  ...['summaries', 'summary', 'sources'].map((name) => `libs/read/src/${name}.ts`),
  ...roles,
];
/** A workspace with nothing but what the generator reads. */
const copy = mkdtempSync(join(tmpdir(), 'new-collection-'));

interface Outcome {
  /** What was written: `CREATE` or `UPDATE`, and the path. */
  readonly changes: readonly string[];
  readonly refusal: string | null;
}

function run(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${stdout}${stderr}`);
  return stdout;
}

interface Options {
  readonly name: string;
  readonly singular?: string | undefined;
  readonly from?: string;
  readonly role?: readonly string[];
}

/** What the generator does with these options, one after the other. */
const generate = (...runs: readonly Options[]): Outcome[] =>
  JSON.parse(run('--liftoff-only', program, root, copy, JSON.stringify(runs))) as Outcome[];

/** Names that make no collection, each with the reason. */
const refused: readonly (readonly [names: readonly [name: string, singular?: string], refusal: string])[] = [
  [['ToolBoxs'], "'ToolBoxs' is not in snake_case, such as 'tool_boxes'."],
  [['tool-cases', 'tool_case'], "'tool-cases' is not in snake_case, such as 'tool_boxes'."],
  [['tool_boxes', 'ToolBox'], "'ToolBox' is not in snake_case, such as 'tool_boxes'."],
  ...['sheep', 'categories', 'glass', 'tool_boxes'].map(
    (name) =>
      [
        [name],
        `What is one of '${name}' called? Say it: --singular NAME, and give the plural as the collection.`,
      ] as const,
  ),
  [['sheep', 'sheep'], "Plural and singular of 'sheep' must differ: give the plural, and --singular."],
];
const made = { name: 'tool_boxes', singular: 'tool_box' };
let refusals: readonly Outcome[];
let outcomes: readonly Outcome[];

beforeAll(() => {
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const path of [...read, ...edited]) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(root, path), join(copy, path), { recursive: true });
  }
  const all = generate(...refused.map(([[name, singular]]) => ({ name, singular })), made, made);
  refusals = all.slice(0, refused.length);
  outcomes = all.slice(refused.length);
});
afterAll(() => rmSync(copy, { recursive: true }));

describe('the generator of a collection', () => {
  it('refuses in one line what makes no names', () => {
    expect(refusals).toEqual(refused.map(([, refusal]) => ({ changes: [], refusal })));
  });

  describe('called with tool_boxes', () => {
    let tree: WorkspaceTree;
    beforeAll(() => {
      tree = new WorkspaceTree(copy);
    });

    it('writes the files of the collection and edits the lists', () => {
      const lines = outcomes[0]?.changes ?? [];
      const paths = (type: string) =>
        lines.flatMap((line) => (line.startsWith(type) ? [line.slice(type.length + 1)] : []));
      expect(
        paths('CREATE')
          .filter((path) => !migration.test(path))
          .sort(),
      ).toEqual(written);
      expect(paths('UPDATE').sort()).toEqual([...edited].sort());
    });

    it('names the migration after all that are there', () => {
      const migrations = tree.matching(/^prisma\/migrations\/.*\.sql$/);
      expect(migrations.at(-1)).toMatch(migration);
    });

    it('leaves nothing to do but the tables of the document, which it writes at last', () => {
      expect(missingSteps(tree, ['tool_boxes'])).toEqual([
        'The collection tool_boxes has no row in the first table of docs/interface.md: run npx nx run contracts:interface.',
      ]);
      expect(sourceViolations(tree)).toEqual([]);
    });

    it('edits by adding lines', () => {
      for (const file of edited) {
        const before = readFileSync(join(root, file), 'utf8').split('\n');
        const after = tree.text(file).split('\n');
        expect(before.filter((line) => !after.includes(line))).toEqual([]);
        expect({ file, added: after.length - before.length }).toEqual({ file, added: added[file] });
      }
    });

    it('refuses to do it twice', () => {
      expect(outcomes[1]).toEqual({
        changes: [],
        refusal:
          'libs/contracts/src/tool-box.ts is there already: choose another name, edit it, or make the rest with --from.',
      });
    });
  });
});

const from = 'libs/contracts/src/locker.ts';
const lockers = { name: 'lockers', from };
const role = ['holder=member'];

describe('the generator of a collection whose contract is there', () => {
  let tree: WorkspaceTree;
  let unclear: Outcome | undefined;
  beforeAll(() => {
    writeFileSync(join(copy, from), lockerContract);
    [unclear] = generate(lockers, { ...lockers, role });
    tree = new WorkspaceTree(copy);
  });

  it('asks for what the contract does not tell', () => {
    expect(unclear).toEqual({
      changes: [],
      refusal:
        'holder shows a PersonSummaryDto, which can be of members, users: say of which in the singular, such as --role holder=member.',
    });
  });

  it('writes a migration that makes the table of the model, with the rules and indexes that Prisma has no words for', () => {
    run(
      '--liftoff-only',
      join(root, 'tools/prisma/author.mjs'),
      ...['--check', '--schema', join(copy, 'prisma/schema'), '--migrations', join(copy, 'prisma/migrations')],
    );
    const [migrated = ''] = tree.matching(/_lockers\/migration\.sql$/);
    expect(tree.text(migrated)).toContain(
      `"lockers_holder_check" CHECK ((state = 'rented') = (holder_id IS NOT NULL))`,
    );
    expect(tree.text(migrated)).toContain('("holder_id", "created_at", "id") WHERE "holder_id" IS NOT NULL;');
  });

  it('writes the role where types and links of clients need it', () => {
    for (const file of roles) expect(tree.text(file)).toContain("  holder: 'member'");
  });
});

describe('what the generator writes', () => {
  it('compiles', () => {
    const tree = new WorkspaceTree(copy);
    const collections = /(?:tool-box|locker)[^/]*\.ts$/;
    const sources = [...tree.matching(collections), ...edited, ...roles].filter((file) => file.endsWith('.ts'));
    // Prisma's types know a table once it has been generated; until then the definition says so.
    expect(compileErrors(tree, sources).filter((error) => !/"(?:tool_boxes|lockers)"/.test(error))).toEqual([]);
  });
});

// What it makes is used as it is: that takes minutes, so only the exhaustive run does it.
if (process.env['EXHAUSTIVE'])
  describe('a generated collection', () => {
    const workspace = mkdtempSync(join(tmpdir(), 'generated-'));
    const call = (folder: string, ...args: readonly string[]) => {
      const { EXHAUSTIVE, EXHAUSTIVE_ROUNDS, ...environment } = process.env;
      const env = { ...environment, NX_DAEMON: 'false', TEST_DATABASE_URL: '' };
      const { status, stdout, stderr } = spawnSync('npx', args, {
        cwd: join(workspace, folder),
        env,
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(`npx ${args.join(' ')} ended with ${status}:\n${stdout}\n${stderr}`);
    };

    beforeAll(() => copyWorkspace(new WorkspaceTree(root), workspace));
    afterAll(() => rmSync(workspace, { recursive: true }));

    it('is built, documented and tested, and the suite passes the server that has it', () => {
      call('', 'nx', 'g', '@resource-catalogue/tools:collection', 'tool_boxes', '--singular=tool_box');
      writeFileSync(join(workspace, from), lockerContract);
      call('', 'nx', 'g', '@resource-catalogue/tools:collection', 'lockers', `--from=${from}`, '--role=holder=member');
      call('', 'nx', 'run', 'prisma:generate');
      call('', 'nx', 'run', 'server:openapi');
      call('', 'nx', 'run-many', '-t', 'build', 'typecheck');
      call('', 'nx', 'test', 'server', '--', 'tool-boxes', 'lockers', 'test/architecture.spec', 'openapi.spec');
      call('', 'nx', 'test', 'conformance', '--', 'product');
    }, 1_800_000);
  });

/** What the compiler says of these files of a part of the workspace, as if they stood in the whole of it. */
function compileErrors(part: WorkspaceTree, files: readonly string[]): string[] {
  const whole = mkdtempSync(join(tmpdir(), 'compiled-'));
  try {
    copyWorkspace(new WorkspaceTree(root), whole);
    symlinkSync(join(root, 'prisma/generated'), join(whole, 'prisma/generated'));
    for (const file of files) writeFileSync(join(whole, file), part.text(file));
    const config = { extends: './tsconfig.base.json', compilerOptions: { composite: false, noEmit: true }, files };
    writeFileSync(join(whole, 'tsconfig.json'), JSON.stringify(config));
    const compiler = join(root, 'node_modules/@typescript/tsc/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [compiler, '--pretty', 'false'], { cwd: whole, encoding: 'utf8' });
    return stdout.split(/\n(?! )/).filter((error) => error !== '');
  } finally {
    rmSync(whole, { recursive: true });
  }
}
