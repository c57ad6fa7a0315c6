export const minute = 60_000;

/** Milliseconds after which a view reads its bookings again. */
export const refreshInterval = 5 * minute;

/**
 * Calls once a second, until the returned function is called. A hidden page sends nothing, and catches up within a
 * second after it is shown.
 */
export function everySecond(call: () => void): () => void {
  const timer = setInterval(() => {
    if (!document.hidden) call();
  }, 1000);
  return () => clearInterval(timer);
}

/**
 * Reports the time at the beginning of each step, such as a minute of 60,000 ms, and only the present after a
 * standstill. Stops when the returned function is called.
 */
export function followTime(step: number, report: (now: number) => void): () => void {
  let last = Math.floor(Date.now() / step);
  return everySecond(() => {
    const now = Date.now();
    if (Math.floor(now / step) === last) return;
    last = Math.floor(now / step);
    report(now);
  });
}
