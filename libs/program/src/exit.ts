import { DirectoryHeldError, EngineStopped, WritesRefused } from '@resource-catalogue/embedded-database';
import { CommandError } from './command-error.js';
import { printable } from './printable.js';

const expected = [CommandError, DirectoryHeldError, EngineStopped, WritesRefused];

/** Prints the error in one line, with a stack only if it is unexpected, and exits with 1. */
export function exitWith(error: unknown): void {
  const lines = errorText(error).split('\n');
  process.stderr.write(`${lines.map(printable).join('\n')}\n`);
  // Anything still running belongs to the failed work.
  process.exit(1);
}

function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return expected.some((kind) => error instanceof kind) ? error.message : (error.stack ?? error.message);
}
