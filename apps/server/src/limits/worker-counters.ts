import { RateLimiterCluster } from 'rate-limiter-flexible';
import { type Counter, SharedCounters } from './shared-counters.js';

/**
 * Milliseconds that the primary process may take. It does little else, and its workers end with it; but a busy
 * worker's timers fire before it reads a response.
 */
const timeout = 1000;

/** Windows of all workers, in the process that started them. */
export class WorkerCounters extends SharedCounters {
  share(name: string, own: Counter): Counter {
    const limiter = new RateLimiterCluster({
      keyPrefix: name,
      points: Number.MAX_SAFE_INTEGER,
      duration: 1,
      timeoutMs: timeout,
    });
    return {
      consume: (key, points, options) =>
        limiter.consume(key, points, options).catch(() => own.consume(key, points, options)),
      // The primary bounds the keys of its workers, so that no flood of keys fills its memory.
      delete: (key) => Promise.all([own.delete(key), limiter.delete(key).catch(() => false)]).then(() => true),
    };
  }
}
