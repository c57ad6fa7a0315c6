import cluster, { type Worker } from 'node:cluster';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import type { Logger } from 'pino';
import { logFormats, logLevels, openLog } from '@resource-catalogue/program';

/** Milliseconds before the next worker starts after repeated failures. */
const pauses = [0, 1000, 2000, 5000, 10_000, 30_000];

/** Milliseconds after which a worker counts as successfully started. */
const stableAfter = 60_000;

/**
 * Starts the processes that share the port, replaces those that end, and stops them. The first one validates the
 * configuration and migrates the database; if it cannot start, no others are started. This process distributes
 * connections to the workers in turn, and counts their requests together (RATE-1). It does not load the service,
 * not even its configuration class, which alone would take more memory than everything else here.
 */
export function startWorkers(count: number, environment: NodeJS.ProcessEnv): void {
  const servingSince = new Map<Worker, number>();
  let begun = false;
  let stopping = false;
  let failures = 0;

  new RateLimiterClusterMaster();
  // Read only after the first worker has accepted the configuration.
  let opened: Logger | null = null;
  const log = () =>
    (opened ??= openLog({
      logFormat:
        logFormats.find((format) => format === environment['LOG_FORMAT']?.trim()) ??
        (process.stdout.isTTY ? 'text' : 'json'),
      logLevel: logLevels.find((level) => level === environment['LOG_LEVEL']?.trim()) ?? 'info',
    }));
  const start = (): void => {
    // Replying to a worker that has just ended is an error.
    if (!stopping) cluster.fork().on('error', () => undefined);
  };
  cluster.on('listening', (worker) => {
    servingSince.set(worker, performance.now());
    if (servingSince.size === count) log().info({ workers: count }, 'all workers ready');
    if (begun) return;
    begun = true;
    for (let index = 1; index < count; index += 1) start();
  });
  cluster.on('exit', (worker, code, signal) => {
    const since = servingSince.get(worker);
    servingSince.delete(worker);
    if (stopping) return endAfterAll();
    // The worker has reported the reason.
    if (!begun) process.exit(code || 1);
    failures = since !== undefined && performance.now() - since > stableAfter ? 1 : failures + 1;
    const pause = pauses[Math.min(failures, pauses.length) - 1] ?? 0;
    const ending = { worker: worker.process.pid, code, signal, pause };
    log().error(ending, 'a worker has exited; starting another one');
    setTimeout(start, pause);
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      for (const { process: child } of running()) child.kill(signal);
      endAfterAll();
    });
  }
  start();
}

const running = (): Worker[] => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);

function endAfterAll(): void {
  if (running().length === 0) process.exit(0);
}
