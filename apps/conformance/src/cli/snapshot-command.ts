import { Command } from 'commander';
import { snapshotTable } from '../reports/snapshot-table.js';
import { takeSnapshot } from '../snapshot.js';
import { probe } from '../run/probe.js';
import { redactor } from '../target/redact.js';
import { Target } from '../target/target.js';
import { withTarget, type CheckFlags, runOptions, serverUrl } from './options.js';

export function snapshotCommand(): Command {
  return withTarget(new Command('snapshot'))
    .description('reads all rows of a server and shows what its data cannot prove')
    .argument('<url>', 'the base URL of the server')
    .action(async (url: string, flags: CheckFlags) => {
      const options = runOptions(flags);
      const target = new Target(serverUrl(url), options);
      try {
        await probe(target);
        const snapshot = await takeSnapshot(target, options.maxItems ?? 10_000);
        process.stdout.write(redactor([options.token])(`${snapshotTable(snapshot)}\n`));
      } finally {
        target.close();
      }
    });
}
