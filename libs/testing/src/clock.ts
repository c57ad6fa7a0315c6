import { setTimeout as after } from 'node:timers/promises';
import { jest } from '@jest/globals';

/** Stops the clocks of this process, including those of a service that a test starts, until the test advances them. */
export interface Clock {
  pass(milliseconds: number): Promise<void>;
}

/** Lasts until `jest.restoreAllMocks()`. */
export function stopClock(): Clock {
  const wall = Date.now();
  const monotonic = performance.now();
  let passed = 0;
  jest.spyOn(Date, 'now').mockImplementation(() => wall + passed);
  jest.spyOn(performance, 'now').mockImplementation(() => monotonic + passed);
  return {
    pass: async (milliseconds) => {
      passed += milliseconds;
      // A cache may reuse a clock reading for a millisecond, which it measures with a timer.
      await after(5);
    },
  };
}
