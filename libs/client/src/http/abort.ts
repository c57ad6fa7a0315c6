const callbacksBySignal = new WeakMap<object, Set<() => void>>();

function runCallbacks({ currentTarget }: Event): void {
  for (const callback of (currentTarget && callbacksBySignal.get(currentTarget)) ?? []) callback();
}

/**
 * Runs a callback when the signal aborts; returns a function that removes it. A signal gets one listener for all of them, since
 * Node warns of more than ten, and no composed signal: older platforms have no `AbortSignal.any`, and composed signals pile up
 * on one that lives as long as the program.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const callbacks = callbacksBySignal.get(signal) ?? new Set();
  callbacksBySignal.set(signal, callbacks.add(callback));
  signal.addEventListener('abort', runCallbacks);
  return () => {
    callbacks.delete(callback);
    if (callbacks.size === 0) signal.removeEventListener('abort', runCallbacks);
  };
}
