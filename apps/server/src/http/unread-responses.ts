import type { Server } from 'node:http';
import type { Response } from 'express';
import type { Connection } from './connection.js';
import { serverOptions } from './server.js';

/**
 * Milliseconds without progress after which a connection is closed. The kernel's buffer takes a response in large
 * steps, so slow readers look idle in between.
 */
const readTimeout = 60_000;

/** Milliseconds between checks, which bounds how much data can be added in between. */
const pause = 250;

// Express's own way to store data with a response.
declare module 'express-serve-static-core' {
  interface Locals {
    /** Bytes of the body that have not been written yet. */
    unwritten?: number;
  }
}

interface Observed extends Pick<Connection, 'taken' | 'takenAt' | 'rejectedAt'> {
  readonly pending: readonly Pick<Response, 'writableLength' | 'locals'>[];
}

interface Closable {
  readonly bytesWritten: number;
  readonly writableLength: number;
  destroy(): unknown;
}

/**
 * RATE-4: closes connections whose clients do not read their responses, which take memory until then, and those
 * whose clients keep sending after a rejection.
 */
export class UnreadResponses {
  /** `max` bytes may wait for all clients together. */
  constructor(
    private readonly connections: { readonly open: ReadonlyMap<Closable, Observed> },
    private readonly max: number,
  ) {}

  watch(server: Server): void {
    const timer = setInterval(() => this.check(), pause).unref();
    server.once('close', () => clearInterval(timer));
  }

  check(): void {
    const now = performance.now();
    let total = 0;
    const waiting: { socket: Closable; bytes: number; takenAt: number }[] = [];
    for (const [socket, connection] of this.connections.open) {
      const bytes = waitingBytes(connection);
      const taken = socket.bytesWritten - socket.writableLength;
      if (bytes === 0 || taken !== connection.taken) Object.assign(connection, { taken, takenAt: now });
      if (isRejectedFor(serverOptions.requestTimeout, connection, now)) socket.destroy();
      if (bytes === 0) continue;
      if (now - connection.takenAt >= readTimeout) socket.destroy();
      else waiting.push({ socket, bytes, takenAt: connection.takenAt });
    }
    for (const { bytes } of waiting) total += bytes;
    waiting.sort((left, right) => left.takenAt - right.takenAt);
    for (const { socket, bytes } of waiting) {
      if (total <= this.max) return;
      socket.destroy();
      total -= bytes;
    }
  }
}

const isRejectedFor = (milliseconds: number, { rejectedAt, pending }: Observed, now: number): boolean =>
  rejectedAt !== null && pending.length === 0 && now - rejectedAt >= milliseconds;

/** Pipelined responses wait for each other. The first has the socket, so its length includes the data waiting there. */
function waitingBytes({ pending }: Observed): number {
  let bytes = 0;
  for (const response of pending) bytes += response.writableLength + (response.locals.unwritten ?? 0);
  return bytes;
}
