import type { Server } from 'node:http';
import { Server as SocketServer } from 'node:net';
import { setImmediate as afterPolling, setTimeout as after } from 'node:timers/promises';
import type { Connections } from '../http/connections.js';
import type { Readiness } from '../pages/health.controller.js';

/** Milliseconds to close what a start has opened so far. The databases roll open transactions back, so nothing is lost. */
const timeoutWhileStarting = 500;

/** Milliseconds that answers under way may take: more than a statement may, less than orchestrators wait. */
const answersTimeout = 8000;

/** Milliseconds that the database may take to close. */
const closeTimeout = 500;

type StopSignal = 'SIGINT' | 'SIGTERM';

/** One step before the process ends; the signal is undefined where the start failed. */
type Step = (signal: StopSignal | undefined) => Promise<unknown>;

/**
 * Ends the process with 0 on SIGINT or SIGTERM, once all that was opened is closed, the last first. Nest's shutdown hooks
 * begin with the application, and a signal has to close a database that is opened before.
 */
export class Shutdown {
  private readonly steps: Step[] = [];
  private timeout = timeoutWhileStarting;
  private begun: Promise<void> | undefined;
  private report: (signal: StopSignal) => void = () => undefined;

  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      // A second signal changes nothing: a terminal sends Ctrl-C to a whole group, and npm sends it again.
      process.on(signal, () => void (this.begun ??= this.stop(signal)));
    }
  }

  /** Sets what is done after a signal once every step has been taken. */
  last(report: (signal: StopSignal) => void): void {
    this.report = report;
  }

  /** Adds a step to be taken before those that were added earlier. */
  first(step: Step): void {
    this.steps.unshift(step);
  }

  /** From now on requests are answered, and stopping leaves them this delay and the time for their answers. */
  serving(delay: number): void {
    this.timeout = delay + answersTimeout + closeTimeout;
  }

  /** Closes what a failed start has opened. After a signal the failure does not matter: the process is about to end. */
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

/** Milliseconds between two looks for quiet connections. */
const lookEvery = 20;

/** Looks until a connection without a request counts as idle, half a second, and one with half a request as given up, 2 s. */
const quietLooks = { idle: 25, begun: 100 };

/** Connections that the system keeps until they are accepted, as many as Node asks for. */
const longestBacklog = 511;

interface Serving {
  readonly server: Server;
  readonly connections: Connections;
  readonly readiness: Pick<Readiness, 'end'>;
}

/**
 * HTTP-8: says that the service is not ready, goes on for the delay, so that a balancer can see it, then takes no new
 * connection and ends each once it has its answers. `return503OnClosing` of Nest refuses what could be answered; closing an
 * HTTP server of Node, and the libraries that do so, ends connections whose next request may have arrived unread.
 */
export async function stopListening({ server, connections, readiness }: Serving, delay: number): Promise<void> {
  readiness.end();
  connections.closeAfterAnswers();
  if (server.listening) await after(delay);
  connections.hold();
  await acceptBacklog(connections);
  const closed = new Promise<void>((resolve) => SocketServer.prototype.close.call(server, () => resolve()));
  connections.release();
  const sweep = setInterval(() => connections.closeQuiet(quietLooks), lookEvery);
  const timeout = setTimeout(() => connections.closeAll(), answersTimeout);
  await closed;
  clearInterval(sweep);
  clearTimeout(timeout);
}

/**
 * Connections in the backlog are reset when the listener closes, and a turn of the event loop accepts one. Nobody is
 * answered meanwhile: a client that is answered may connect again at once.
 */
async function acceptBacklog(connections: Connections): Promise<void> {
  for (let turns = 0; turns < longestBacklog; turns += 1) {
    const { accepted } = connections;
    await afterPolling();
    if (connections.accepted === accepted) return;
  }
}
