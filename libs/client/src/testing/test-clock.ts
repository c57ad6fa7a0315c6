import type { Clock } from '../http/clock.js';

/** A clock whose waits take no time: each moves it forward and is recorded. */
export interface TestClock extends Clock {
  /** The waits so far, in milliseconds. */
  readonly waits: readonly number[];
}

/**
 * Makes a clock for tests: it starts at `start` milliseconds since 1970, and `random()` is always `random`.
 *
 * @example
 * const clock = createTestClock();
 * const client = createClient({ baseUrl, token, clock, fetch: mock.fetch });
 * expect(clock.waits).toEqual([2000]);
 */
export function createTestClock({ start = 0, random = 0.5 }: { start?: number; random?: number } = {}): TestClock {
  const waits: number[] = [];
  let time = start;
  return {
    waits,
    now: () => time,
    random: () => random,
    sleep: async (ms, signal) => {
      const wakes = time + ms;
      waits.push(ms);
      await Promise.resolve();
      if (!signal?.aborted) time = Math.max(time, wakes);
    },
  };
}
