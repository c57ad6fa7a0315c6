import { Command } from 'commander';
import { packageVersion } from '@resource-catalogue/program';

/** The options of the service, whose settings come from the environment. */
export function serverProgram(): Command {
  const program = new Command('resource-catalogue-server');
  return program
    .description('Serves a Resource Catalogue. Its settings are environment variables, such as PORT and DATABASE_URL.')
    .version(packageVersion())
    .configureOutput({
      outputError: (text, write) => {
        const reason = text.replace(/^error: /, '').replace(/\.?\n$/, '');
        write(`${program.name()}: ${reason}. Settings are environment variables: see --help.\n`);
      },
    })
    .action(() => undefined);
}
