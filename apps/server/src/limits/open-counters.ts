import cluster from 'node:cluster';
import type { SharedCounters } from './shared-counters.js';

/** Null if this process counts alone. Loads the shared counters on demand. */
export async function openCounters(
  redisUrl: string | null,
  report: (line: string) => void,
): Promise<SharedCounters | null> {
  if (redisUrl !== null) return (await import('./redis-counters.js')).RedisCounters.connect(redisUrl, report);
  return cluster.isWorker ? new (await import('./worker-counters.js')).WorkerCounters() : null;
}
