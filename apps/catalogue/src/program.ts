import { Command } from 'commander';
import { catalogueCommand, packageVersion } from '@resource-catalogue/program';
import { type WithDatabase, withDatabase as withConfiguredDatabase } from '@resource-catalogue/database';
import { exportCommand } from './export-command.js';
import { forgetCommand } from './forget-command.js';
import { importCommand } from './import-command.js';
import { mirrorCommand } from './mirror-command.js';
import { seedCommand } from './seed-command.js';
import { sheetCommand } from './sheet-command.js';
import { templateCommand } from './template-command.js';
import { tokensCommand } from './tokens-command.js';

/** The operator's command line. Tests pass a database that is already open. */
export function catalogueProgram(withDatabase: WithDatabase = withConfiguredDatabase): Command {
  const program = new Command(catalogueCommand())
    .description(
      'Operates a Resource Catalogue. It uses the database in DATABASE_URL, or the embedded one in DATA_DIR.',
    )
    .version(packageVersion())
    .addCommand(exportCommand(withDatabase))
    .addCommand(forgetCommand(withDatabase))
    .addCommand(importCommand(withDatabase))
    .addCommand(migrateCommand(withDatabase))
    .addCommand(mirrorCommand(withDatabase))
    .addCommand(seedCommand(withDatabase))
    .addCommand(sheetCommand())
    .addCommand(templateCommand())
    .addCommand(tokensCommand(withDatabase));
  return withOneLineErrors(program);
}

function migrateCommand(withDatabase: WithDatabase): Command {
  return new Command('migrate')
    .description('update the database schema, as the service and every other command do at start')
    .action(() =>
      withDatabase(() => {
        process.stdout.write('The database schema is up to date.\n');
        return Promise.resolve();
      }),
    );
}

/** Reports invalid arguments of a command and its subcommands in one line, like all errors. */
function withOneLineErrors(command: Command): Command {
  command.configureOutput({ outputError: (text, write) => write(`${oneLine(text)}\n`) });
  command.commands.forEach(withOneLineErrors);
  return command;
}

function oneLine(text: string): string {
  const message = text
    .replace(/^error: /, '')
    .trim()
    .replace(/\s+/g, ' ');
  return `${message.charAt(0).toUpperCase()}${message.slice(1).replace(/\.$/, '')}. Use --help to see commands and options.`;
}
