import { basename, delimiter, dirname, join, relative } from 'node:path';

/** The variable with the command that runs the command line, set by programs that start the service for others. */
const variable = 'CATALOGUE_COMMAND';

/**
 * The command that runs the command line where this process was started, for hints and errors: the one that the npm
 * scripts and the image set, or npx, a path, or a name, as this program itself was started.
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

/** For pages, whose readers may not learn where the service is installed. */
export const publicCatalogueCommand = ({ [variable]: given }: NodeJS.ProcessEnv = process.env): string =>
  given ?? 'resource-catalogue';

function nearest(path: string): string {
  const near = relative('', path);
  return near.startsWith('..') ? path : near;
}
