import type { Logger } from 'pino';

/** Milliseconds in which a failure of one kind has one line. */
const pause = 1000;

/** Kinds told apart at one time; what comes beyond them is one kind more. */
const maxKinds = 10;

const longestCause = 200;

interface Failure {
  readonly level: 'warn' | 'error';
  readonly message: string;
  readonly error: unknown;
  /** Failures that differ in this are of different kinds. */
  readonly traits: readonly unknown[];
  readonly requestId: string;
}

/**
 * What failed inside. A failure that every request meets would fill the disk with one stack after the other: so the first of a
 * kind is logged in full, and those that follow are counted, a line a second, until a second passes without any.
 */
export class FailureLog {
  /** How many of each kind have had no line yet. */
  private readonly leftOut = new Map<string, number>();

  constructor(private readonly logger: Pick<Logger, 'warn' | 'error'>) {}

  /** The database cannot answer now: whatever it was asked, it is one failure for each reason. */
  unavailable(error: unknown, requestId: string): void {
    const { code } = partsOf(error);
    this.note({ level: 'warn', message: 'the database cannot answer now', error, traits: [code], requestId });
  }

  /** A mistake of the service: each place and each message is of interest by itself. */
  failed(error: unknown, requestId: string, message = 'a request failed'): void {
    const { code, name, text, place } = partsOf(error);
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
    // The stack of a mistake leads to it; that of an outage only leads to the request that met it.
    this.logger[level](level === 'error' ? { err: error, requestId } : { cause: causeOf(error), requestId }, message);
    this.leftOut.set(kind, 0);
    const timer = setInterval(() => {
      const count = this.leftOut.get(kind);
      if (count) {
        this.logger[level]({ cause: kind === '' ? 'many' : causeOf(error), leftOut: count }, message);
        this.leftOut.set(kind, 0);
        return;
      }
      this.leftOut.delete(kind);
      clearInterval(timer);
    }, pause).unref();
  }
}

/** Why something failed, in one line. */
export function causeOf(error: unknown): string {
  // Node tries several addresses of a host and says nothing of its own.
  const first: unknown = error instanceof AggregateError && error.message === '' ? error.errors[0] : error;
  const { code, name, text } = partsOf(first);
  return `${code ?? name}: ${text}`;
}

function partsOf(error: unknown): { code?: string; name: string; text: string; place?: string | undefined } {
  if (!(error instanceof Error)) return { name: typeof error, text: cut(String(error)) };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  // Prisma says first which call of its own failed, and the reason last.
  const lines = error.message.trim().split('\n');
  const text = cut((lines[0]?.startsWith('Invalid `prisma.') ? lines.at(-1) : lines[0]) ?? '');
  return { ...code, name: error.name, text, place: /^\s+at .*$/m.exec(error.stack ?? '')?.[0] };
}

const cut = (text: string): string => text.slice(0, longestCause);
