import { Command } from 'commander';
import { censusTable } from '../census/census-table.js';
import { takeCensus } from '../census/census.js';
import { probe } from '../run/probe.js';
import { redactor } from '../target/redact.js';
import { Target } from '../target/target.js';
import { type CheckFlags, runOptions, serverUrl } from './check-options.js';

export function censusCommand(): Command {
  return new Command('census')
    .description('shows what a server holds, and what its data cannot show')
    .argument('<url>', 'the base URL of the server')
    .option('--token <token>', 'an access token with the scope read; or CONFORMANCE_TOKEN')
    .option('--max-items <number>', 'rows of a collection that are read at most', '10000')
    .option('--timeout <milliseconds>', 'how long an answer may take', '10000')
    .action(async (url: string, flags: CheckFlags) => {
      const options = runOptions(flags);
      const target = new Target(serverUrl(url), options);
      try {
        await probe(target);
        const census = await takeCensus(target, options.maxItems ?? 10_000);
        process.stdout.write(redactor([options.token])(`${censusTable(census)}\n`));
      } finally {
        target.close();
      }
    });
}
