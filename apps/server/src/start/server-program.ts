import { Command } from 'commander';
import { CommandError, packageVersion, variables } from '@resource-catalogue/program';

/** The variables that flags can set. */
type Flags = Partial<Record<'HOST' | 'PORT', string>>;

/** The options of the service; most settings come from the environment. */
export function serverProgram(): Command {
  const program = new Command('resource-catalogue-server');
  return program
    .description('Serves a Resource Catalogue. Its settings are environment variables, such as PORT and DATABASE_URL.')
    .option('--host <address>', 'address to listen on, instead of HOST')
    .option('--port <number>', 'port to listen on, instead of PORT; 0 picks a free one')
    .version(packageVersion())
    .configureOutput({
      outputError: (text, write) => {
        const reason = text
          .replace(/^error: /, '')
          .replace(/\.?\n$/, '')
          .replaceAll('\n', ' ');
        write(`${program.name()}: ${reason}. Other settings are environment variables: see --help.\n`);
      },
    })
    .action(() => undefined);
}

/** The settings in the arguments of the process. Exits after --version, --help and unknown options. */
export function settingsIn(args: readonly string[], program = serverProgram()): Flags {
  const { host, port } = program.parse(args, { from: 'user' }).opts<{ host?: string; port?: string }>();
  const flags = { ...(host !== undefined && { HOST: host }), ...(port !== undefined && { PORT: port }) };
  for (const [name, text] of Object.entries(flags)) {
    const variable = variables.find((one) => one.name === name);
    if (variable?.parse(text) === undefined)
      throw new CommandError(`--${name.toLowerCase()} must be ${variable?.expected ?? 'valid'}.`);
  }
  return flags;
}
