import { DirectoryHeldError, EngineStopped, WritesRefused } from '@resource-catalogue/embedded-database';
import { CommandError, fileLimits } from './command-error.js';
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
  const limit = fileLimitReached(error);
  if (limit !== null) return limit;
  return expected.some((kind) => error instanceof kind) ? error.message : (error.stack ?? error.message);
}

/** The limit says more than the failure that it causes. */
function fileLimitReached(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const limit = 'code' in error ? fileLimits[String(error.code)] : undefined;
  return limit ?? fileLimitReached(error.cause);
}
