import { basename, delimiter, dirname, join, relative } from 'node:path';

/** The command that runs this command line, set by programs that wrap it, such as the npm scripts. */
const variable = 'CATALOGUE_COMMAND';

/**
 * The command to suggest in hints and errors: the one that the npm scripts or the image set; otherwise npx, a path or a
 * name, as this program itself was started.
 */
export function catalogueCommand(
  environment: NodeJS.ProcessEnv = process.env,
  [, program = '']: readonly string[] = process.argv,
): string {
  const { [variable]: given, npm_lifecycle_event: byNpm, PATH = '' } = environment;
  if (given !== undefined) return given;
  const name = basename(program);
  const folder = dirname(program);
  if (name === 'main.js' || name === 'catalogue.js') return `node ${nearest(join(folder, 'catalogue.js'))}`;
  if (name !== 'resource-catalogue' && name !== 'resource-catalogue-server') return 'resource-catalogue';
  if (byNpm === 'npx') return 'npx -p @resource-catalogue/server resource-catalogue';
  // npm extends the search path of its scripts, but not that of the user's shell.
  const isFound = byNpm === undefined && PATH.split(delimiter).includes(folder);
  return isFound ? 'resource-catalogue' : nearest(join(folder, 'resource-catalogue'));
}

/** For web pages, which must not reveal where the service is installed. */
export const publicCatalogueCommand = ({ [variable]: given }: NodeJS.ProcessEnv = process.env): string =>
  given ?? 'resource-catalogue';

function nearest(path: string): string {
  const near = relative('', path);
  return near.startsWith('..') ? path : near;
}
