import { Socket } from 'node:net';
import type pg from 'pg';

interface Guarded {
  readonly stream: Socket;
  /** The number of bytes sent when the last pending response arrived, and the time of that response. */
  bytesAtResponse: number;
  respondedAt: number;
}

/** ERR-6: no pooled connection ends the process, blocks a request forever, or fails repeatedly. */
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
    // An idle connection that breaks ends the process unless there is a listener. pg-pool and Prisma listen only while they
    // hold a connection, so each one keeps this listener.
    client.on('error', ignore);
    endWhenOutdated(client);
    const { stream } = client.connection;
    if (!(stream instanceof Socket)) return;
    const connection = { stream, bytesAtResponse: stream.bytesWritten, respondedAt: performance.now() };
    guarded.set(client, connection);
    client.on('drain', () => {
      connection.bytesAtResponse = stream.bytesWritten;
      connection.respondedAt = performance.now();
    });
    stream.setTimeout(timeout).on('timeout', () => {
      if (!isWaiting(connection)) return;
      const { bytesRead } = stream;
      // After a busy spell timers fire before pending socket data is read, so check once more.
      setImmediate(() => {
        if (stream.bytesRead !== bytesRead) return;
        stream.destroy(new SilentConnection());
        endSilent([...guarded.values()], idle, performance.now() - timeout);
      });
    });
  });
}

const ignore = (): void => undefined;

const isWaiting = ({ stream, bytesAtResponse }: Guarded): boolean => stream.bytesWritten !== bytesAtResponse;

/**
 * When the response of one connection is overdue, closes all others that have received none since, even borrowed and
 * idle ones: they may be silent as well, and each would delay a request by the whole timeout.
 */
function endSilent(connections: readonly Guarded[], idle: ReadonlySet<Socket>, since: number): void {
  for (const connection of connections) {
    const silent = isWaiting(connection) && connection.respondedAt <= since;
    if (silent || idle.has(connection.stream)) connection.stream.destroy(new SilentConnection());
  }
}

/** After a migration changed the type of a column, an older prepared statement fails until it is prepared again. */
function endWhenOutdated(client: pg.Client): void {
  client.connection.on('errorMessage', ({ code }: { readonly code?: string }) => {
    if (code === '0A000') client.end().catch(ignore);
  });
}

class SilentConnection extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('The database did not respond in time.');
  }
}
