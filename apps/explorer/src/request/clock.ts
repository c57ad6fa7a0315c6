export const minute = 60_000;

/** Milliseconds after which a view reads its bookings again. */
export const refreshInterval = 5 * minute;

/** The time of the page; tests replace it. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Calls once a second, until the returned function is called. */
  readonly everySecond: (call: () => void) => () => void;
}

/** A hidden page sends nothing, and catches up within a second after it is shown. */
export const browserClock: Clock = {
  now: () => Date.now(),
  everySecond: (call) => {
    const timer = setInterval(() => {
      if (!document.hidden) call();
    }, 1000);
    return () => clearInterval(timer);
  },
};

/**
 * Reports the time at the beginning of each step, such as a minute of 60,000 ms, and only the present after a
 * standstill. Stops when the returned function is called.
 */
export function followTime(clock: Clock, step: number, since: number, report: (now: number) => void): () => void {
  let last = Math.floor(since / step);
  return clock.everySecond(() => {
    const now = clock.now();
    if (Math.floor(now / step) === last) return;
    last = Math.floor(now / step);
    report(now);
  });
}
