import { type Command as Commander, CommanderError } from 'commander';
import { catalogueProgram } from '@resource-catalogue/catalogue';
import type { WorkspaceTree } from '../workspace-tree.js';
import type { Place, Rule } from './rules.js';
import { programsOf, projectOf, projectsOf, publishedFrom, unknownOptions } from './workspace.js';

/** Of npm and Nx themselves. */
const ofNpm = ['audit', 'ci', 'sbom'];
const ofNx = ['affected', 'graph', 'release', 'run-many'];
const ofPrisma = ['db seed', 'format', 'migrate dev', 'studio', 'validate'];
/** What a generator would make in the recipes of CONTRIBUTING.md. */
const example = 'lockers';
const isPlaceholder = (word: string) => /^[A-Z]+$|^</.test(word) || word === example;
const afterDashes = (words: readonly string[]) => (words.includes('--') ? words.slice(words.indexOf('--') + 1) : []);

const benchFolder = 'apps/bench/';
const suiteFolder = 'apps/conformance/src/cli/';

const npm: Rule = ({ words: [, ...words] }, place) => {
  const { tree, folders } = place;
  const [script = '', name = ''] = words.filter((word) => word !== '-s');
  if (ofNpm.includes(script)) return [];
  if (script === 'pack')
    return projectsOf(tree).some(({ folder }) => name === `./${folder}packaging/dist`) ? [] : [`${name} is not packed`];
  if (script === 'install') return publishedFrom(tree, name) ? [] : [`${name} is not published`];
  const wanted = script === 'run' ? name : script;
  const workspace = words.includes('-w') ? projectOf(tree, words[words.indexOf('-w') + 1] ?? '')?.folder : undefined;
  const manifests = workspace === undefined ? folders : [workspace];
  if (!manifests.some((folder) => tree.text(`${folder}package.json`).includes(`"${wanted}": "`)))
    return [`there is no script ${wanted}`];
  const args = afterDashes(words);
  if (wanted === 'catalogue') return catalogue(args, place);
  if (wanted === 'bench') return unknownOptions(tree, benchFolder, args);
  if (wanted === 'conformance') return unknownOptions(tree, suiteFolder, args);
  return [];
};

const npx: Rule = ({ words: [, program = '', ...words] }, place) => {
  if (program === 'nx') return nx(words, place);
  if (program === 'prisma') {
    const isKnown = ofPrisma.some((command) => `${words.join(' ')} `.startsWith(`${command} `));
    return isKnown ? [] : [`documents do not use prisma ${words.join(' ')} elsewhere: is it meant?`];
  }
  if (program === 'jest') return words.flatMap((word) => withoutSpec(place.tree, '', word));
  if (program === 'tsc') return [];
  if (program === '-p') return ofPackage(words, place);
  if (!program.startsWith('@')) return [`npx may download a foreign ${program}: name its package with -p`];
  const folder = publishedFrom(place.tree, program);
  return folder === undefined ? [`${program} is not published`] : unknownOptions(place.tree, `${folder}src/`, words);
};

/** A program of a published package, which npx then finds or downloads from there. */
function ofPackage([name = '', program = '', ...words]: readonly string[], place: Place): string[] {
  if (publishedFrom(place.tree, name) === undefined) return [`${name} is not published`];
  if (!programsOf(place.tree, name).includes(program)) return [`${name} has no program ${program}`];
  return program === 'resource-catalogue' ? catalogue(words, place) : [];
}

function nx([first = '', second = '', ...rest]: readonly string[], { tree }: Place): string[] {
  if (ofNx.includes(first))
    return targetsOf([second, ...rest]).flatMap((target) => withoutTarget(tree, undefined, target));
  if (first === 'g')
    return tree.text('tools/generators.json').includes(`"${second.split(':')[1]}": {`)
      ? []
      : [`there is no generator ${second}`];
  const [name = '', target = ''] = first === 'run' ? second.split(':') : [second, first];
  const project = projectOf(tree, name);
  if (!project) return [`there is no project ${name}`];
  const patterns = ['test', 'e2e'].includes(target) ? afterDashes(rest) : [];
  const title = patterns.indexOf('-t');
  return [
    ...withoutTarget(tree, name, target),
    ...patterns.slice(0, title === -1 ? undefined : title).flatMap((word) => withoutSpec(tree, project.folder, word)),
  ];
}

/** The words behind `-t`. */
function targetsOf(words: readonly string[]): readonly string[] {
  const from = words.slice(words.indexOf('-t') + 1);
  const end = from.findIndex((word) => word.startsWith('-'));
  return words.includes('-t') ? from.slice(0, end === -1 ? undefined : end) : [];
}

function withoutTarget(tree: WorkspaceTree, name: string | undefined, target: string): string[] {
  const projects = name === undefined ? projectsOf(tree) : [projectOf(tree, name)];
  return projects.some((project) => project?.targets.includes(target)) ? [] : [`there is no target ${target}`];
}

const withoutSpec = (tree: WorkspaceTree, folder: string, pattern: string): string[] =>
  isPlaceholder(pattern) ||
  tree.matching(/\.spec\.ts$/).some((spec) => spec.startsWith(folder) && spec.slice(folder.length).includes(pattern))
    ? []
    : [`no spec file has ${pattern} in its path`];

const node: Rule = ({ words: [, ...words] }, place) => {
  const { tree, folders } = place;
  const at = words.findIndex((word) => /\.m?[jt]s$/.test(word));
  const file = words[at]?.replace(/^\.\//, '') ?? '';
  const args = words.slice(at + 1);
  if (file === 'apps/server/bundle/catalogue.js') return catalogue(args, place);
  if (file === '' || file === 'apps/server/bundle/main.js') return [];
  const written = file.replace(/^dist\//, '').replace(/\.js$/, '.ts');
  const source = folders.flatMap((folder) => [folder + file, folder + written]).find((path) => tree.has(path));
  if (source !== undefined) return unknownOptions(tree, source, args);
  // A program that the document has the reader write.
  return tree.text(place.file).includes(`// ${file}\n`) ? [] : [`${file} is not there`];
};

/** What the program's own definitions refuse; in a sentence a command may lack what it needs. */
export function catalogue(args: readonly string[], { named }: Place): string[] {
  const program = catalogueProgram();
  const quieten = (command: Commander): void => {
    command.exitOverride().configureOutput({ writeErr: () => undefined });
    if (command.commands.length === 0) command.action(() => undefined);
    command.commands.forEach(quieten);
  };
  quieten(program);
  const lacking = ['commander.missingArgument', 'commander.missingMandatoryOptionValue', 'commander.help'];
  try {
    program.parse(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) return [String(error)];
    if (error.code === 'commander.helpDisplayed') return [];
    if (!(named && lacking.includes(error.code)))
      return [error.message.replace(/^error: /, '').replaceAll(/\s+/g, ' ')];
  }
  return [];
}

/** Paths that need no token are all that documents ask for without a test that does so. */
const curl: Rule = ({ words }, { tree, file }) => {
  const address = words.find((word) => /^https?:/.test(word));
  const path = address === undefined ? '' : new URL(address).pathname;
  const routes = tree.text('apps/server/src/pages/health.controller.ts');
  const isHealth = /^\/health\/\w+$/.test(path) && routes.includes(`'${path.split('/').at(-1)}'`);
  return isHealth || !/^docs\/operations\/(?:monitoring|upgrade)\.md$/.test(file) ? [] : [`nobody knows ${address}`];
};

export const nodeRules: Readonly<Record<string, Rule>> = {
  npm,
  npx,
  node,
  curl,
  'resource-catalogue': ({ words }, place) => catalogue(words.slice(1), place),
  cd: ({ words: [, folder = ''] }, { tree }) =>
    tree.files.some((file) => file.startsWith(`${folder}/`)) ? [] : [`${folder} is not there`],
};
