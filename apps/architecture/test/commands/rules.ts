import { posix } from 'node:path';
import { type Command, type Documented, documentedIn } from '@resource-catalogue/testing/shell';
import type { WorkspaceTree } from '../workspace-tree.js';
import { deploymentRules } from './deployment.js';
import { nodeRules } from './node.js';
import { wrongVariables } from './variables.js';
import { projectsOf } from './workspace.js';

/** Where a command stands. */
export interface Place {
  readonly tree: WorkspaceTree;
  readonly file: string;
  /** Where it may be typed: the folder of the document, those of its project and of the workspace. */
  readonly folders: readonly string[];
  /** Whether the command may lack what it needs, as words in a sentence do. */
  readonly named: boolean;
}

/** What is wrong with a command, in words that go on after its name; nothing where all that it names is there. */
export type Rule = (command: Command, place: Place) => string[];

/** Of the reader's machine, and nothing of the workspace is named to them. */
const foreign = ['cat', 'chmod', 'createdb', 'echo', 'export', 'git', 'jq', 'ln', 'mkdir', 'openssl', 'which'];

const rules: Readonly<Record<string, Rule>> = {
  ...Object.fromEntries(foreign.map((name) => [name, () => []])),
  ...nodeRules,
  ...deploymentRules,
};

const guide = /^(?:README|docs\/(?:guides|operations)\/[^/]+)\.md$/;
/** A test types what these do to a catalogue, wherever a guide has them. */
const worthTyping = /^(?:npm run (?:-s )?catalogue|node apps\/server\/bundle\/catalogue\.js) /;

/** Commands of all documents that name what is not there, and those that nothing holds at all. */
export function wrongCommands(tree: WorkspaceTree): string[] {
  return tree.matching(/\.md$/).flatMap((file) => {
    const documented = documentedIn(tree.text(file), Object.keys(rules));
    const inBlock = { tree, file, folders: foldersOf(tree, file), named: false };
    const inText = { ...inBlock, folders: ['', ...projectsOf(tree).map(({ folder }) => folder)], named: true };
    const typed = isTyped(tree, file);
    const wrong = [
      ...documented.blocks.flat().flatMap((command) => judged(command, inBlock, typed)),
      ...documented.inline.flatMap((command) => judged(command, inText, typed)),
      ...[...documented.blocks, ...documented.inline.map((command) => [command])].flatMap((block) =>
        wrongVariables(block).map((said) => `${file} sets variables: ${said}`),
      ),
    ];
    return [...wrong, ...(guide.test(file) && !typed ? untyped(file, documented) : [])];
  });
}

function judged(command: Command, place: Place, typed: boolean): string[] {
  const [program = ''] = command.words;
  if (program === '') return [];
  const rule = rules[program];
  const said = `${place.file} has \`${command.words.join(' ').replaceAll(/\s+/g, ' ')}\``;
  if (rule) return rule(command, place).map((wrong) => `${said}: ${wrong}.`);
  if (typed) return [];
  return [
    `${said}, which nothing runs: let a test type it by codeBlocks, or give ${program} a rule in commands/rules.ts.`,
  ];
}

function untyped(file: string, { blocks }: Documented): string[] {
  const command = blocks.flat().find(({ words }) => worthTyping.test(`${words.join(' ')} `));
  const said = `${file} has \`${command?.words.join(' ')}\`, and no test types it`;
  return command ? [`${said}: let one do so, by codeBlocks('${file}', 'sh', …).`] : [];
}

/** Whether a test types the blocks of a document, and counts them. */
const isTyped = (tree: WorkspaceTree, file: string): boolean =>
  tree
    .matching(/\.spec\.ts$/)
    .some((spec) => tree.text(spec).replaceAll(/\s/g, '').includes(`codeBlocks('${file}','sh'`));

function foldersOf(tree: WorkspaceTree, file: string): string[] {
  const project = projectsOf(tree).find(({ folder }) => file.startsWith(folder));
  const own = file.includes('/') ? `${posix.dirname(file)}/` : '';
  return [own, project?.folder ?? '', ''];
}
