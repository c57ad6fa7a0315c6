import { Command } from 'commander';
import { packageVersion } from '@resource-catalogue/program';

/** The options of the service, which takes its settings from the environment. */
export function serverProgram(): Command {
  return new Command('resource-catalogue-server')
    .description('Serves a Resource Catalogue. Its settings are environment variables, such as PORT and DATABASE_URL.')
    .version(packageVersion())
    .allowUnknownOption()
    .allowExcessArguments()
    .action(() => undefined);
}
