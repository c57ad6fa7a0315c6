import { DirectoryHeldError, EngineStopped, WritesRefused } from '@resource-catalogue/embedded-database';
import { CommandError } from './command-error.js';
import { printable } from './printable.js';

const expected = [CommandError, DirectoryHeldError, EngineStopped, WritesRefused];

/** Ends the process with 1 and one line that says what is wrong; only an unexpected error shows where it came from. */
export function exitWith(error: unknown): void {
  const lines = textOf(error).split('\n');
  process.stderr.write(`${lines.map(printable).join('\n')}\n`);
  // Whatever still runs belongs to something that failed.
  process.exit(1);
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return expected.some((kind) => error instanceof kind) ? error.message : (error.stack ?? error.message);
}
