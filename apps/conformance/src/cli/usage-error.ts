/** The command was called in a way that means nothing: one line, and exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
