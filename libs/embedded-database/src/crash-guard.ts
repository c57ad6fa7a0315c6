import type { PGlite } from '@electric-sql/pglite';

type Module = PGlite['Module'];

/** PostgreSQL has given up, or must not go on: nothing that is in its memory may be trusted or written any more. */
export class EngineStopped extends Error {
  override readonly name = 'EngineStopped';
  /** As PostgreSQL says it to the other connections of a server that crashed. */
  readonly code = '57P02';
}

/** What PostgreSQL leaves its main loop with after every error that it has dealt with. */
const statusOfError = 100;

/**
 * Keeps PGlite out of an engine that has stopped. PGlite takes whatever leaves PostgreSQL's main loop for an error that it
 * has dealt with, and goes on; after a PANIC or a trap, that ends in a loop which nothing interrupts.
 */
export class CrashGuard {
  private stopped: EngineStopped | undefined;

  constructor(private readonly onCrash: (error: EngineStopped) => void) {}

  watch(module: Module): void {
    const step =
      <A extends unknown[], R>(entry: (...values: A) => R) =>
      (...values: A): R => {
        if (this.stopped) throw this.stopped;
        try {
          return entry(...values);
        } catch (error) {
          if (!isDealtWith(error)) this.stop('PostgreSQL stopped', error);
          throw this.stopped ?? error;
        }
      };
    module._PostgresMainLoopOnce = step(module._PostgresMainLoopOnce);
    module._PostgresMainLongJmp = step(module._PostgresMainLongJmp);
    module._PostgresSendReadyForQueryIfNecessary = step(module._PostgresSendReadyForQueryIfNecessary);
    module._pgl_pq_flush = step(module._pgl_pq_flush);
    module._pq_buffer_remaining_data = step(module._pq_buffer_remaining_data);
    // PGlite restores the stack before it goes on: the only place to leave its loop.
    module.stackRestore = step(module.stackRestore);
  }

  /** From now on every statement fails at once. */
  stop(reason: string, cause?: unknown): void {
    if (this.stopped) return;
    this.stopped = new EngineStopped(reason, { cause });
    this.onCrash(this.stopped);
  }
}

const isDealtWith = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === statusOfError;
