/** Time and chance as the client sees them. Tests give their own, so that waits take no time and are always the same. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** A number from 0 up to, but not, 1. */
  random(): number;
  /** Resolves after the milliseconds; rejects with the signal's reason as soon as that aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

// Longer waits overflow the timers of all runtimes, which then fire at once.
const longestTimer = 2 ** 31 - 1;

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (ms, signal) =>
    untilAborted(signal, (onEnd) => {
      const timer = setTimeout(onEnd, Math.min(ms, longestTimer));
      return () => clearTimeout(timer);
    }),
};

/** Resolves when `begin` says so, or rejects when the signal aborts; what `begin` returns tidies up either way. */
function untilAborted(signal: AbortSignal | undefined, begin: (onEnd: () => void) => () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(asError(signal.reason));
    const abort = () => {
      stop();
      reject(asError(signal?.reason));
    };
    const stop = begin(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    });
    signal?.addEventListener('abort', abort);
  });
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('Aborted.', { cause: reason });
}
