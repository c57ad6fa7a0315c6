/** What a command refuses to do, in one sentence that says why and what to do instead. */
export class CommandError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CommandError';
  }
}

/** The error; where the system refused a file or a folder, as a sentence made of the reason in an operator's words. */
export function fileError(error: unknown, sentence: (reason: string) => string): unknown {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return error;
  const code = String(error.code);
  return new CommandError(sentence(reasons[code] ?? code));
}

const forbidden = 'this user has no right to';

const reasons: Readonly<Record<string, string>> = {
  EACCES: forbidden,
  EPERM: forbidden,
  ENOENT: 'it does not exist',
  EISDIR: 'it is a folder',
  ENOTDIR: 'there is a file where a folder should be',
  EEXIST: 'there is a file where a folder should be',
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk is full',
  EPIPE: 'nobody reads it',
};
