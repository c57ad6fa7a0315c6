import { onAbort } from './abort.js';

/** Time and randomness for the client. Tests pass their own, so that waits take no time and are deterministic. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** A number from 0 up to, but not including, 1. */
  random(): number;
  /** Resolves after the milliseconds, or as soon as the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Milliseconds of the longest timer; longer ones overflow in every runtime and fire at once. */
const longestTimer = 2 ** 31 - 1;

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        forget?.();
        resolve();
      };
      const timer = setTimeout(wake, signal?.aborted ? 0 : Math.min(ms, longestTimer));
      const forget = signal && onAbort(signal, wake);
    }),
};

/** Why work had no result. */
interface Unfinished {
  readonly kind: 'network' | 'timeout' | 'aborted';
  readonly cause: unknown;
}

/**
 * Does work within a time limit: returns its result or, once the limit has passed or the caller's signal has aborted, the
 * reason why there is none. Work that ignores its signal is left behind.
 */
export async function withinLimit<Value>(
  limitMs: number,
  callerSignal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<{ readonly value: Value } | Unfinished> {
  const controller = new AbortController();
  const { signal } = controller;
  const abort = () => controller.abort();
  const aborted = new Promise<never>((_, reject) => signal.addEventListener('abort', reject));
  const timer = setTimeout(abort, Math.min(limitMs, longestTimer));
  const forget = callerSignal && onAbort(callerSignal, abort);
  if (callerSignal?.aborted) abort();
  try {
    return { value: await Promise.race([aborted, work(signal)]) };
  } catch (cause) {
    if (callerSignal?.aborted) return { kind: 'aborted', cause: callerSignal.reason };
    return { kind: signal.aborted ? 'timeout' : 'network', cause };
  } finally {
    clearTimeout(timer);
    forget?.();
  }
}
