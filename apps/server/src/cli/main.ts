import { Command } from 'commander';
import { stopWith } from '../start/stop-with.js';
import { migrateCommand } from './migrate-command.js';
import { withOneLineErrors } from './one-line-errors.js';
import { seedCommand } from './seed-command.js';
import { tokensCommand } from './tokens-command.js';

const program = new Command('catalogue')
  .description(
    'Operates a Resource Catalogue. The database is that of DATABASE_URL, else the embedded one in DATA_DIR.',
  )
  .addCommand(migrateCommand())
  .addCommand(seedCommand())
  .addCommand(tokensCommand());

withOneLineErrors(program).parseAsync().catch(stopWith);
