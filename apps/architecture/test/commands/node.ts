import { type Command as Commander, CommanderError } from 'commander';
import { catalogueProgram } from '@resource-catalogue/catalogue';
import type { WorkspaceTree } from '../workspace-tree.js';
import type { Rule } from './rules.js';
import { programsOf, projectOf, projectsOf, publishedFrom, unknownOptions } from './workspace.js';

/** Commands of npm and Nx themselves. */
const ofNpm = ['audit', 'ci', 'pack', 'sbom'];
const ofNx = ['affected', 'graph', 'release', 'run-many'];
const afterDashes = (words: readonly string[]) => (words.includes('--') ? words.slice(words.indexOf('--') + 1) : []);

export const npm: Rule = (words, place) => {
  const { tree, folders } = place;
  const [script = '', name = ''] = words.filter((word) => word !== '-s');
  if (ofNpm.includes(script)) return [];
  if (script === 'install') {
    // Tarballs of `npm run packages`.
    const names = words
      .slice(1)
      .map((word) => word.replace(/^.*\/packages\/(resource-catalogue)-([a-z-]+)\.tgz$/, '@$1/$2'));
    return names.flatMap((wanted) => (publishedFrom(tree, wanted) ? [] : [`${wanted} is not published`]));
  }
  const wanted = script === 'run' ? name : script;
  const workspace = words.includes('-w') ? projectOf(tree, words[words.indexOf('-w') + 1] ?? '')?.folder : undefined;
  const manifests = workspace === undefined ? folders : [workspace];
  if (!manifests.some((folder) => tree.text(`${folder}package.json`).includes(`"${wanted}": "`)))
    return [`there is no script ${wanted}`];
  const args = afterDashes(words);
  if (wanted === 'catalogue') return catalogue(args, place);
  if (wanted === 'bench') return unknownOptions(tree, 'apps/bench/', args);
  if (wanted === 'conformance') return unknownOptions(tree, 'apps/conformance/src/cli/', args);
  return [];
};

export const npx: Rule = ([program = '', ...words], place) => {
  const { tree } = place;
  if (program === 'nx') return nx(words, place);
  if (program === 'jest') return words.flatMap((word) => withoutSpec(tree, '', word));
  if (program === 'prisma' || program === 'tsc') return [];
  if (program !== '-p') {
    const folder = publishedFrom(tree, program);
    return folder === undefined ? [`${program} is not published`] : unknownOptions(tree, `${folder}src/`, words);
  }
  const [name = '', installed = '', ...args] = words;
  if (!programsOf(tree, name).includes(installed)) return [`${name} has no program ${installed}`];
  return installed === 'resource-catalogue' ? catalogue(args, place) : [];
};

const nx: Rule = ([first = '', second = '', ...rest], { tree }) => {
  if (ofNx.includes(first))
    return targetsIn([second, ...rest]).flatMap((target) => withoutTarget(tree, undefined, target));
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
};

/** The words behind `-t`. */
function targetsIn(words: readonly string[]): readonly string[] {
  const from = words.slice(words.indexOf('-t') + 1);
  const end = from.findIndex((word) => word.startsWith('-'));
  return words.includes('-t') ? from.slice(0, end === -1 ? undefined : end) : [];
}

function withoutTarget(tree: WorkspaceTree, name: string | undefined, target: string): string[] {
  const projects = name === undefined ? projectsOf(tree) : [projectOf(tree, name)];
  return projects.some((project) => project?.targets.includes(target)) ? [] : [`there is no target ${target}`];
}

/** A pattern in capitals, in angle brackets or of the recipes' example is the reader's own. */
const withoutSpec = (tree: WorkspaceTree, folder: string, pattern: string): string[] =>
  /^[A-Z]+$|^<|^lockers$/.test(pattern) ||
  tree.matching(/\.spec\.ts$/).some((spec) => spec.startsWith(folder) && spec.slice(folder.length).includes(pattern))
    ? []
    : [`no spec file has ${pattern} in its path`];

export const node: Rule = (words, place) => {
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
export const catalogue: Rule = (args, { named }) => {
  const program = catalogueProgram();
  const quieten = (command: Commander): void => {
    command.exitOverride().configureOutput({ writeOut: () => undefined, writeErr: () => undefined });
    if (command.commands.length === 0) command.action(() => undefined);
    command.commands.forEach(quieten);
  };
  quieten(program);
  const lacking = ['commander.missingArgument', 'commander.missingMandatoryOptionValue', 'commander.help'];
  try {
    program.parse(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) return [String(error)];
    if (error.code === 'commander.helpDisplayed' || (named && lacking.includes(error.code))) return [];
    return [error.message.replace(/^error: /, '').replaceAll(/\s+/g, ' ')];
  }
  return [];
};
