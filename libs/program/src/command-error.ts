import { isNativeError } from 'node:util/types';

/** An error of a command, whose message is one sentence with the reason and what to do. */
export class CommandError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CommandError';
  }
}

/** Several errors, each a sentence on a line of its own. */
export class CommandErrors extends CommandError {
  constructor(readonly sentences: readonly string[]) {
    super(sentences.join('\n'));
  }
}

/** Messages for exceeded limits of open files, by error code. */
export const fileLimits: Readonly<Record<string, string>> = {
  EMFILE:
    'Too many open files (EMFILE): raise the limit of the process, for example with ulimit -n 4096, and run it again.',
  ENFILE:
    'Too many open files on this machine (ENFILE): raise the limit of the system (fs.file-max on Linux), and run it again.',
};

/** Turns an error of a file into a sentence for operators; other errors are returned unchanged. */
export function fileError(error: unknown, sentence: (reason: string) => string): unknown {
  if (!isNativeError(error) || !('syscall' in error) || !('code' in error)) return error;
  const code = String(error.code);
  if (code in fileLimits) return error;
  return new CommandError(sentence(reasons[code] ?? `the system reported ${code}`));
}

const forbidden = 'this user lacks permission';

const reasons: Readonly<Record<string, string>> = {
  EACCES: forbidden,
  EPERM: forbidden,
  ENOENT: 'it does not exist',
  EISDIR: 'it is a directory',
  ENOTDIR: 'part of the path is a file',
  EEXIST: 'part of the path is a file',
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk is full',
  EPIPE: 'the receiving program has exited',
};
