import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { objectOf } from '../support/json.js';
import { missingSteps } from './collection-steps.js';
import { sourceFaults } from './source-rules.js';
import { WorkspaceTree } from './workspace-tree.js';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const written = [
  'libs/contracts/src/tool-box.ts',
  'apps/server/src/resources/tool-boxes/tool-boxes.resource.ts',
  'apps/server/src/resources/tool-boxes/tool-boxes.controller.ts',
  'apps/server/src/resources/tool-boxes/tool-boxes.controller.spec.ts',
  'prisma/seed/tool-boxes.ts',
  'libs/client/src/resources/tool-boxes.ts',
];

/** The lines that each edited file gains. */
const added: Readonly<Record<string, number>> = {
  'libs/contracts/src/index.ts': 1,
  'libs/contracts/src/collections.ts': 2,
  'apps/server/src/resources/resources.module.ts': 2,
  'prisma/seed/seed-tables.ts': 2,
  'libs/client/src/values/ids.ts': 3,
  'libs/client/src/client.ts': 4,
  'libs/client/src/index.ts': 3,
};
const edited = Object.keys(added);
/** A workspace with nothing but what the generator reads. */
const copy = mkdtempSync(join(tmpdir(), 'new-collection-'));

function generate(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync('node', ['tools/new-collection/new-collection.mjs', ...args], {
    cwd: copy,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

const textsOf = (tree: WorkspaceTree) => tree.files.map((file) => [file, tree.text(file)]);

beforeAll(() => {
  for (const path of ['package.json', 'tools/new-collection', ...edited]) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(root, path), join(copy, path), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true }));

describe('the generator of a collection', () => {
  it.each([
    [[], 'Call: npm run new-collection -- <name in the path, plural> [--singular <name of one>]'],
    [['a', 'b'], 'Call: npm run new-collection -- <name in the path, plural> [--singular <name of one>]'],
    [['--plural', 'a'], 'Call: npm run new-collection -- <name in the path, plural> [--singular <name of one>]'],
    [['ToolBoxes'], "'ToolBoxes' is no snake_case name, such as 'tool_boxes'."],
    [['tool-boxes'], "'tool-boxes' is no snake_case name, such as 'tool_boxes'."],
    [['sheep'], "What is one of 'sheep' called? Say it: --singular NAME, and give the plural as the collection."],
  ])('refuses %j in one line', (args, line) => {
    expect(generate(...args)).toEqual({ status: 1, stdout: '', stderr: `${line}\n` });
  });

  describe('called with tool_boxes', () => {
    let said: ReturnType<typeof generate>;
    let tree: WorkspaceTree;
    beforeAll(() => {
      said = generate('tool_boxes');
      tree = new WorkspaceTree(copy);
    });

    it('writes six files, edits seven, and says what is left', () => {
      const { status, stdout, stderr } = said;
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout.split('\n').slice(0, written.length + edited.length)).toEqual([
        ...written.map((file) => `wrote  ${file}`),
        ...edited.map((file) => `edited ${file}`),
      ]);
      expect(stdout).toContain('\nLeft to do, in this order:\n');
    });

    it('leaves to people what only they can say', () => {
      expect(missingSteps(tree, ['tool_boxes'])).toEqual([
        'The collection tool_boxes has no table: write a model with @@map("tool_boxes") in prisma/schema.',
        'The collection tool_boxes has no row in the first table of docs/interface.md.',
        'The collection tool_boxes has no section "### tool_boxes" in docs/interface.md.',
      ]);
      expect(sourceFaults(tree)).toEqual([]);
    });

    it('edits by adding lines', () => {
      for (const file of edited) {
        const before = new WorkspaceTree(root).text(file).split('\n');
        const after = tree.text(file).split('\n');
        expect(before.filter((line) => !after.includes(line))).toEqual([]);
        expect({ file, added: after.length - before.length }).toEqual({ file, added: added[file] });
      }
    });

    it('writes what compiles', () => {
      const files = [...written, ...edited].map((file) => [join(root, file), tree.text(file)] as const);
      expect(compileErrors(new Map(files))).toEqual([]);
    }, 180_000);

    it('refuses to do it twice', () => {
      expect(generate('tool_boxes')).toEqual({
        status: 1,
        stdout: '',
        stderr: 'libs/contracts/src/tool-box.ts is there already: choose another name, or edit it.\n',
      });
      expect(textsOf(new WorkspaceTree(copy))).toEqual(textsOf(tree));
    });
  });
});

/** What the compiler says of these texts, as if they stood in the workspace. */
function compileErrors(texts: ReadonlyMap<string, string>): string[] {
  const config: unknown = ts.readConfigFile(join(root, 'tsconfig.base.json'), (path) => ts.sys.readFile(path)).config;
  const { options } = ts.convertCompilerOptionsFromJson(objectOf(config)['compilerOptions'], root);
  Object.assign(options, { composite: false, noEmit: true });
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.readFile = (path) => texts.get(path) ?? readFile(path);
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.directoryExists = (path) =>
    ts.sys.directoryExists(path) || [...texts.keys()].some((file) => file.startsWith(`${path}/`));
  const program = ts.createProgram([...texts.keys()], options, host);
  return [...texts.keys()].flatMap((path) =>
    program
      .getSemanticDiagnostics(program.getSourceFile(path))
      .map(({ messageText }) => `${path}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`),
  );
}
