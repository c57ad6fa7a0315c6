import { posix } from 'node:path';
import { parse } from 'yaml';
import { readConfiguration, variables as known } from '@resource-catalogue/program';
import { type JsonObject, objectOf } from '@resource-catalogue/testing/json';
import type { WorkspaceTree } from '../workspace-tree.js';
import { catalogue, node, npm, npx } from './node.js';
import { assignmentIn, type Command, documentedIn } from './shell.js';
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

/** What is wrong with the words behind a program's name. */
export type Rule = (words: readonly string[], place: Place) => string[];

const composeFile = 'deploy/compose/compose.yaml';
const chart = 'deploy/helm/resource-catalogue';

/** The command line inside of a container, behind the name of its image where that is given. */
const inContainer: Rule = (words, place) => {
  const args = words.slice(words.lastIndexOf('resource-catalogue') + 1);
  return args.length === 0 || args.length === words.length ? [] : catalogue(args, place);
};

const docker: Rule = (words, place) => {
  const [first, , service] = words.filter((word) => !word.startsWith('-'));
  const services = objectOf(objectOf(parse(place.tree.text(composeFile)))['services']);
  if (first === 'compose' && service !== undefined && !(service in services))
    return [`${composeFile} has no service ${service}`];
  if (first !== 'build') return inContainer(words, place);
  const file = words[words.indexOf('-f') + 1] ?? '';
  return place.tree.has(file) ? [] : [`${file} is not there`];
};

const helm: Rule = (words, { tree }) => {
  const values = objectOf(parse(tree.text(`${chart}/values.yaml`)));
  return words
    .flatMap((word, at) => (words[at - 1] === '--set' ? [assignmentIn(word)[0]] : []))
    .filter((path) => !has(values, path.split('.')))
    .map((path) => `${chart}/values.yaml has no ${path}`);
};

function has(values: JsonObject, [first = '', ...rest]: readonly string[]): boolean {
  if (!(first in values)) return false;
  return rest.length === 0 || has(objectOf(values[first]), rest);
}

const rules: Readonly<Record<string, Rule>> = {
  npm,
  npx,
  node,
  docker,
  helm,
  kubectl: inContainer,
  'resource-catalogue': catalogue,
  cd: ([folder = ''], { tree }) =>
    tree.files.some((file) => file.startsWith(`${folder}/`)) ? [] : [`${folder} is not there`],
};

/** Commands of all documents that name what is not there. */
export function wrongCommands(tree: WorkspaceTree): string[] {
  return tree.matching(/\.md$/).flatMap((file) => {
    const { blocks, inline } = documentedIn(tree.text(file), Object.keys(rules));
    const inBlock = { tree, file, folders: foldersOf(tree, file), named: false };
    const inText = { ...inBlock, folders: ['', ...projectsOf(tree).map(({ folder }) => folder)], named: true };
    return [
      ...blocks.flat().flatMap((command) => wrongIn(command, inBlock)),
      ...inline.flatMap((command) => wrongIn(command, inText)),
      ...[...blocks, ...inline.map((command) => [command])].flatMap((block) =>
        refusedVariables(block).map((said) => `${file} sets variables: ${said}`),
      ),
    ];
  });
}

function wrongIn({ words }: Command, place: Place): string[] {
  const [program = '', ...rest] = words;
  const wrong = rules[program]?.(rest, place) ?? [];
  return wrong.map((said) => `${place.file} has \`${words.join(' ').replaceAll(/\s+/g, ' ')}\`: ${said}.`);
}

function foldersOf(tree: WorkspaceTree, file: string): string[] {
  const project = projectsOf(tree).find(({ folder }) => file.startsWith(folder));
  const own = file.includes('/') ? `${posix.dirname(file)}/` : '';
  return [own, project?.folder ?? '', ''];
}

/** What the service would say of all that a block sets. */
function refusedVariables(block: readonly Command[]): string[] {
  const pairs = block.flatMap(({ words, variables }) => [
    ...words.filter((word, at) => words[0] === 'export' || words[at - 1] === '-e').map(assignmentIn),
    ...Object.entries(variables),
  ]);
  const own = pairs.filter(([name, value]) => known.some((one) => one.name === name) && !value.includes('$'));
  try {
    readConfiguration(Object.fromEntries(own));
    return [];
  } catch (error) {
    return [String(error)];
  }
}
