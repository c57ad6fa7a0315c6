import { longestTimer } from './clock.js';

/** Why work came to no result. */
export interface Unfinished {
  readonly kind: 'network' | 'timeout' | 'aborted';
  readonly cause: unknown;
}

/**
 * Does work that ends in time: with its result, or, when the limit has passed or the caller's signal has aborted, with the
 * reason why there is none. Work that does not heed its signal is left behind.
 */
export async function withinLimit<Value>(
  limitMs: number,
  callerSignal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<{ readonly value: Value } | Unfinished> {
  const controller = new AbortController();
  const { signal } = controller;
  const abort = () => controller.abort();
  const leftBehind = new Promise<never>((_, reject) => signal.addEventListener('abort', reject));
  const timer = setTimeout(abort, Math.min(limitMs, longestTimer));
  // Added and removed by hand: signals composed with `AbortSignal.any` pile up on one that lives as long as the program.
  callerSignal?.addEventListener('abort', abort);
  if (callerSignal?.aborted) abort();
  try {
    return { value: await Promise.race([leftBehind, work(signal)]) };
  } catch (cause) {
    if (callerSignal?.aborted) return { kind: 'aborted', cause: callerSignal.reason };
    return { kind: signal.aborted ? 'timeout' : 'network', cause };
  } finally {
    clearTimeout(timer);
    callerSignal?.removeEventListener('abort', abort);
  }
}
