import { readFileSync } from 'node:fs';

/** The command was called in a way that means nothing: one line, and exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export function textOfFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`The file ${file} cannot be read.`);
  }
}
