import { constants } from 'node:os';
import { main } from './program.js';

// A run that is stopped has no result: one line says so, over the line of the progress, and no report is written.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    process.stderr.write(`${process.stderr.isTTY ? '\r\u001b[K' : ''}Stopped by ${signal}: this run has no result.\n`);
    process.exit(128 + constants.signals[signal]);
  });
}

process.exitCode = await main(process.argv.slice(2));
