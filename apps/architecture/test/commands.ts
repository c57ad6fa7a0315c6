import { posix } from 'node:path';
import { type Command, CommanderError } from 'commander';
import { catalogueProgram } from '@resource-catalogue/catalogue';
import { asObject } from '@resource-catalogue/testing/json';
import type { WorkspaceTree } from './workspace-tree.js';

interface Project {
  readonly name: string;
  /** With a trailing slash. */
  readonly folder: string;
  readonly scripts: readonly string[];
  readonly targets: readonly string[];
}

/** Finds errors in the arguments of a program; `folders` are the directories that may run it. */
type Rule = (words: readonly string[], projects: readonly Project[], folders: readonly string[]) => string[];

/** Finds commands in documents that use unknown scripts, projects, targets, files or subcommands of the catalogue. */
export function wrongCommands(tree: WorkspaceTree): string[] {
  const projects = projectsOf(tree);
  const rules: Readonly<Record<string, Rule>> = { npm, npx, node: nodeRule(tree), 'resource-catalogue': catalogue };
  return tree.matching(/\.md$/).flatMap((file) => {
    const own = projects.find(({ folder }) => folder !== '' && file.startsWith(folder))?.folder ?? '';
    const [blocks, spans] = codeIn(tree.text(file));
    const places: [commands: string[], folders: string[]][] = [
      [blocks, [`${posix.dirname(file)}/`.replace('./', ''), own, '']],
      [spans, projects.map(({ folder }) => folder)],
    ];
    return places.flatMap(([commands, folders]) =>
      commands.flatMap((command) => {
        const [program = '', ...words] = command.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
        const wrong = rules[program]?.(words, projects, folders) ?? [];
        return wrong.map((mistake) => `${file} has \`${command}\`: ${mistake}.`);
      }),
    );
  });
}

/** The commands in `sh` code blocks, and those in inline code. */
function codeIn(text: string): [blocks: string[], spans: string[]] {
  const fences = /^ *```(\w*)\n([\s\S]*?)^ *```$/gm;
  const blocks = [...text.matchAll(fences)].flatMap(([, language, code = '']) => (language === 'sh' ? [code] : []));
  const spans = [...text.replace(fences, '').matchAll(/`((?:npm|npx|node|resource-catalogue) [^`\n]+)`/g)];
  return [blocks.flatMap(commandsIn), spans.flatMap(([, code = '']) => commandsIn(code))];
}

const commandsIn = (code: string): string[] =>
  code
    .replaceAll(/<<'?(\w+)'?(.*)\n[\s\S]*?\n\1$/gm, '$2')
    .replaceAll(/\\\n\s*/g, ' ')
    .replaceAll(/(?<=^|\s)#.*$/gm, '')
    .split(/&&|\|\|?|;|\n|\$\(|\)/)
    .map((command) => command.replaceAll(/\d?[<>]+\s*\S+/g, '').trim())
    .map((command) => command.replace(/^(?:[A-Z_]+=\S* )+|^(?:docker|kubectl) .* (?=resource-catalogue [a-z])/, ''))
    .filter((command) => command !== '');

function projectsOf(tree: WorkspaceTree): Project[] {
  return tree.matching(/^(?:(?:(?:apps|libs)\/[^/]+|prisma|examples|tools)\/)?package\.json$/).map((file) => {
    const { name, nx = {}, scripts = {} } = asObject(JSON.parse(tree.text(file)));
    const folder = file.replace('package.json', '');
    const own = [...Object.keys(asObject(scripts)), ...Object.keys(asObject(asObject(nx)['targets'] ?? {}))];
    const targets = [...own, 'typecheck', ...(tree.has(`${folder}tsconfig.lib.json`) ? ['build'] : [])];
    return { name: String(name), folder, scripts: Object.keys(asObject(scripts)), targets };
  });
}

const findProject = (projects: readonly Project[], wanted: string): Project | undefined =>
  projects.find(({ name }) => [wanted, `@resource-catalogue/${wanted}`].includes(name));

const npm: Rule = (all, projects, folders) => {
  const words = all.filter((word) => word !== '-s');
  const script = words[0] === 'run' ? words[1] : words[0] === 'test' ? 'test' : undefined;
  if (script === undefined) return [];
  const workspace = words.includes('-w') && findProject(projects, words[words.indexOf('-w') + 1] ?? '');
  const searched = workspace ? [workspace] : projects.filter(({ folder }) => folders.includes(folder));
  if (!searched.some(({ scripts }) => scripts.includes(script))) return [`unknown script ${script}`];
  if (script !== 'catalogue' || !words.includes('--')) return [];
  return catalogue(words.slice(words.indexOf('--') + 1), projects, folders);
};

const npx: Rule = ([program, first = '', second = ''], projects) => {
  if (program !== 'nx' || ['affected', 'g', 'graph', 'release', 'run-many'].includes(first)) return [];
  const [name = '', target = ''] = first === 'run' ? second.split(':') : [second, first];
  const project = findProject(projects, name);
  if (!project) return [`unknown project ${name}`];
  return project.targets.includes(target) ? [] : [`unknown target ${target}`];
};

/** Checks that a program exists: the source of a built file, or the file itself in `tools/`. */
const nodeRule =
  (tree: WorkspaceTree): Rule =>
  (words, _, folders) => {
    const file = words.find((word) => /^(?:tools|dist)\/.*\.m?js$/.test(word));
    const source = file?.replace(/^dist\/(.*)\.js$/, '$1.ts') ?? '';
    return file === undefined || folders.some((folder) => tree.has(folder + source)) ? [] : [`${file} does not exist`];
  };

/** Lets the program parse the command; inline code may omit arguments. */
const catalogue: Rule = (words) => {
  const program = catalogueProgram();
  const quieten = (command: Command): void => {
    command.exitOverride().configureOutput({ writeOut: () => undefined, writeErr: () => undefined });
    if (command.commands.length === 0) command.action(() => undefined);
    command.commands.forEach(quieten);
  };
  quieten(program);
  try {
    program.parse(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) return [String(error)];
    if (/help|missing/i.test(error.code)) return [];
    return [error.message.replace(/^error: /, '').replaceAll(/\s+/g, ' ')];
  }
  return [];
};
