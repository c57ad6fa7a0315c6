import { isNativeError } from 'node:util/types';
import { CommandError, CommandErrors, fileLimits } from './command-error.js';
import { printable } from './printable.js';

/** Prints the error in one line, with a stack only if it is unexpected, and exits with 1. */
export function exitWith(error: unknown): void {
  const lines = errorLines(error);
  process.stderr.write(`${lines.map(printable).join('\n')}\n`);
  // Exit at once: any work still running belongs to the failed command.
  process.exit(1);
}

function errorLines(error: unknown): readonly string[] {
  if (!isNativeError(error)) return [String(error)];
  const limit = fileLimitReached(error);
  if (limit !== null) return [limit];
  if (error instanceof CommandErrors) return error.sentences;
  // A file name in the sentence may have line breaks.
  return error instanceof CommandError ? [error.message] : (error.stack ?? error.message).split('\n');
}

/** The message for an exceeded limit of open files, which explains the failure better than its own message. */
function fileLimitReached(error: unknown): string | null {
  if (!isNativeError(error)) return null;
  const limit = 'code' in error ? fileLimits[String(error.code)] : undefined;
  return limit ?? fileLimitReached(error.cause);
}
