import { isNativeError } from 'node:util/types';
import type { Logger } from 'pino';

/** Milliseconds in which failures of one kind share a line. */
const pause = 1000;

/** Maximum number of kinds at one time; further ones share a kind. */
const maxKinds = 10;

const longestCause = 200;

interface Failure {
  readonly level: 'warn' | 'error';
  readonly message: string;
  readonly error: unknown;
  /** Failures that differ in these traits are of different kinds. */
  readonly traits: readonly unknown[];
  readonly requestId: string;
}

/**
 * Logs internal failures. A failure of every request would fill the disk with stacks, so the first of a kind
 * is logged in full, and later ones are counted, one line per second, until a second passes without any.
 */
export class FailureLog {
  /** Number of unlogged failures per kind. */
  private readonly leftOut = new Map<string, number>();

  constructor(private readonly logger: Pick<Logger, 'warn' | 'error'>) {}

  /** The database is unavailable: one kind per reason, regardless of the request. */
  logOutage(error: unknown, requestId: string): void {
    const { code } = dissectError(error);
    this.note({ level: 'warn', message: 'database unavailable', error, traits: [code], requestId });
  }

  /** A bug in the service: every location and message matters. */
  logFailure(error: unknown, requestId: string, message = 'a request failed'): void {
    const { code, name, text, place } = dissectError(error);
    this.note({ level: 'error', message, error, traits: [code, name, text, place], requestId });
  }

  private note(failure: Failure): void {
    const own = [failure.message, ...failure.traits].join('\n');
    const kind = this.leftOut.has(own) || this.leftOut.size < maxKinds ? own : '';
    const leftOut = this.leftOut.get(kind);
    if (leftOut !== undefined) {
      this.leftOut.set(kind, leftOut + 1);
      return;
    }
    const { level, error, requestId, message } = failure;
    // A stack helps to find a bug; for an outage it only shows which request was affected.
    this.logger[level](
      level === 'error' ? { err: error, requestId } : { cause: describeCause(error), requestId },
      message,
    );
    this.leftOut.set(kind, 0);
    const timer = setInterval(() => {
      const count = this.leftOut.get(kind);
      if (count) {
        this.logger[level]({ cause: kind === '' ? 'many' : describeCause(error), leftOut: count }, message);
        this.leftOut.set(kind, 0);
        return;
      }
      this.leftOut.delete(kind);
      clearInterval(timer);
    }, pause).unref();
  }
}

/** Why something failed, in one line. */
export function describeCause(error: unknown): string {
  // If Node has tried several addresses of a host, its own error has no message.
  const first: unknown = error instanceof AggregateError && error.message === '' ? error.errors[0] : error;
  const { code, name, text } = dissectError(first);
  return `${code ?? name}: ${text}`;
}

function dissectError(error: unknown): { code?: string; name: string; text: string; place?: string | undefined } {
  if (!isNativeError(error)) return { name: typeof error, text: cut(String(error)) };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  // Prisma's message begins with its own failed call, and ends with the reason.
  const lines = error.message.trim().split('\n');
  const text = cut((lines[0]?.startsWith('Invalid `prisma.') ? lines.at(-1) : lines[0]) ?? '');
  return { ...code, name: error.name, text, place: /^\s+at .*$/m.exec(error.stack ?? '')?.[0] };
}

const cut = (text: string): string => text.slice(0, longestCause);
