/** Time and chance as the client sees them. Tests give their own, so that waits take no time and are always the same. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** A number from 0 up to, but not, 1. */
  random(): number;
  /** Resolves after the milliseconds, or as soon as the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Milliseconds of the longest timer; longer ones overflow in all runtimes, and fire at once. */
export const longestTimer = 2 ** 31 - 1;

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, signal?.aborted ? 0 : Math.min(ms, longestTimer));
      signal?.addEventListener('abort', wake);
    }),
};
