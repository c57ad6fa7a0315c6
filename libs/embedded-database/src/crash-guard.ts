import type { PGlite } from '@electric-sql/pglite';

type Module = PGlite['Module'];

/** PostgreSQL has stopped or must not continue: its memory can no longer be trusted or written to disk. */
export class EngineStopped extends Error {
  override readonly name = 'EngineStopped';
  /** The code that PostgreSQL sends to other connections of a server that crashed. */
  readonly code = '57P02';
}

/** How PostgreSQL leaves its main loop after each handled error. */
const statusOfError = 100;

/**
 * Keeps PGlite out of an engine that has stopped. PGlite treats everything that leaves PostgreSQL's main loop as a
 * handled error and continues; after a PANIC or a trap, that is an endless loop.
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
    // PGlite restores the stack before it continues: the only place to leave its loop.
    module.stackRestore = step(module.stackRestore);
  }

  /** Makes every later statement fail at once. */
  stop(reason: string, cause?: unknown): void {
    if (this.stopped) return;
    this.stopped = new EngineStopped(reason, { cause });
    this.onCrash(this.stopped);
  }
}

const isDealtWith = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === statusOfError;
