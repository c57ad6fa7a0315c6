import type { Server } from 'node:http';
import { Server as SocketServer } from 'node:net';
import { setImmediate as afterPolling, setTimeout as after } from 'node:timers/promises';
import type { Connections } from '../http/connections.js';
import type { Readiness } from '../pages/health.controller.js';

/**
 * Milliseconds for closing what a start has opened so far. The databases roll open transactions back, so nothing is
 * lost.
 */
const timeoutWhileStarting = 500;

/** Milliseconds for pending responses: more than a statement may take, less than orchestrators wait. */
const responseTimeout = 8000;

/** Milliseconds for closing the database. */
const closeTimeout = 500;

type StopSignal = 'SIGINT' | 'SIGTERM';

/** One step before the process exits; the signal is undefined if the start failed. */
type Step = (signal: StopSignal | undefined) => Promise<unknown>;

/**
 * Exits with 0 on SIGINT or SIGTERM once everything that was opened is closed, in reverse order. Nest's shutdown
 * hooks start with the application, but a signal must also close a database that opened earlier.
 */
export class Shutdown {
  private readonly steps: Step[] = [];
  private timeout = timeoutWhileStarting;
  private begun: Promise<void> | undefined;
  private report: (signal: StopSignal) => void = () => undefined;

  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      // A second signal changes nothing: a terminal sends Ctrl-C to the whole group, and npm sends it again.
      process.on(signal, () => void (this.begun ??= this.stop(signal)));
    }
  }

  /** Sets the last action after all steps. */
  last(report: (signal: StopSignal) => void): void {
    this.report = report;
  }

  /** Adds a step that runs before those added earlier. */
  first(step: Step): void {
    this.steps.unshift(step);
  }

  /** From now on the service serves requests; shutdown waits for this delay and for pending responses. */
  serving(delay: number): void {
    this.timeout = delay + responseTimeout + closeTimeout;
  }

  /** Closes what a failed start has opened. After a signal the failure does not matter: the process is exiting. */
  async fail(error: unknown): Promise<never> {
    await this.begun;
    await this.close(undefined);
    throw error;
  }

  private async stop(signal: StopSignal): Promise<void> {
    setTimeout(() => process.exit(0), this.timeout);
    await this.close(signal);
    this.report(signal);
    process.exit(0);
  }

  private async close(signal: StopSignal | undefined): Promise<void> {
    for (const step of this.steps.splice(0)) await step(signal).catch(() => undefined);
  }
}

/** Milliseconds between two checks for quiet connections. */
const checkInterval = 20;

/**
 * Checks until a connection without a request counts as idle (0.5 s), and one with an incomplete request as
 * abandoned (2 s).
 */
const quietChecks = { idle: 25, begun: 100 };

/** Length of the kernel's accept queue, as Node sets it. */
const longestBacklog = 511;

interface Serving {
  readonly server: Server;
  readonly connections: Connections;
  readonly readiness: Pick<Readiness, 'end'>;
}

/**
 * HTTP-8: reports not ready, continues for the delay so that a load balancer notices, then accepts no new
 * connections and closes each one after its responses. Nest's `return503OnClosing` rejects requests that could be
 * served; closing a Node HTTP server, and the libraries that do so, closes connections whose next request may have
 * arrived unread.
 */
export async function stopListening({ server, connections, readiness }: Serving, delay: number): Promise<void> {
  readiness.end();
  connections.closeAfterResponses();
  if (server.listening) await after(delay);
  connections.hold();
  await acceptBacklog(connections);
  const closed = new Promise<void>((resolve) => SocketServer.prototype.close.call(server, () => resolve()));
  connections.release();
  const sweep = setInterval(() => connections.closeQuiet(quietChecks), checkInterval);
  const timeout = setTimeout(() => connections.closeAll(), responseTimeout);
  await closed;
  clearInterval(sweep);
  clearTimeout(timeout);
}

/**
 * Connections in the accept queue are reset when the listener closes, and a turn of the event loop accepts one. No
 * requests are served meanwhile: their clients might reconnect at once.
 */
async function acceptBacklog(connections: Connections): Promise<void> {
  for (let turns = 0; turns < longestBacklog; turns += 1) {
    const { accepted } = connections;
    await afterPolling();
    if (connections.accepted === accepted) return;
  }
}
