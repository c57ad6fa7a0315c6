import { Socket } from 'node:net';
import type pg from 'pg';

interface Guarded {
  readonly stream: Socket;
  /** Bytes that had been sent when everything was last answered, and when that was. */
  answeredBytes: number;
  answeredAt: number;
}

/** ERR-6: no connection of the pool ends the process, keeps a request waiting for ever, or fails again and again. */
export function guardConnections(pool: pg.Pool, timeout: number): void {
  const idle = new Set<Socket>();
  const guarded = new Map<pg.Client, Guarded>();
  pool.on('release', (_, client) => {
    const connection = guarded.get(client);
    if (connection) idle.add(connection.stream);
  });
  for (const event of ['acquire', 'remove'] as const) {
    pool.on(event, (client) => {
      const connection = guarded.get(client);
      if (connection) idle.delete(connection.stream);
      if (event === 'remove') guarded.delete(client);
    });
  }
  pool.on('error', ignore).on('connect', (client) => {
    // A connection that breaks while nothing runs on it ends the process unless somebody listens. pg-pool and Prisma listen
    // while they hold it, with moments between that are nobody's, so it always has this listener.
    client.on('error', ignore);
    endWhenOutdated(client);
    const { stream } = client.connection;
    if (!(stream instanceof Socket)) return;
    const connection = { stream, answeredBytes: stream.bytesWritten, answeredAt: performance.now() };
    guarded.set(client, connection);
    client.on('drain', () => {
      connection.answeredBytes = stream.bytesWritten;
      connection.answeredAt = performance.now();
    });
    stream.setTimeout(timeout).on('timeout', () => {
      if (!owes(connection)) return;
      const { bytesRead } = stream;
      // A process that was busy hears of its timers before it reads what has come meanwhile.
      setImmediate(() => {
        if (stream.bytesRead !== bytesRead) return;
        stream.destroy(new SilentConnection());
        endSilent([...guarded.values()], idle, performance.now() - timeout);
      });
    });
  });
}

const ignore = (): void => undefined;

const owes = ({ stream, answeredBytes }: Guarded): boolean => stream.bytesWritten !== answeredBytes;

/**
 * Once one connection was asked in vain, ends the others that have answered nothing since, whoever borrowed them. The idle
 * ones go as well: they may be as silent, and each would cost a request the whole timeout.
 */
function endSilent(connections: readonly Guarded[], idle: ReadonlySet<Socket>, since: number): void {
  for (const connection of connections) {
    const silent = owes(connection) && connection.answeredAt <= since;
    if (silent || idle.has(connection.stream)) connection.stream.destroy(new SilentConnection());
  }
}

/** Where a migration changed the type of a column, a statement that was prepared before fails until it is prepared again. */
function endWhenOutdated(client: pg.Client): void {
  client.connection.on('errorMessage', ({ code }: { readonly code?: string }) => {
    if (code === '0A000') client.end().catch(ignore);
  });
}

class SilentConnection extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('The database did not answer in time.');
  }
}
