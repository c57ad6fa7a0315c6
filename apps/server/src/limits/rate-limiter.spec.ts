import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { RateLimiter } from './rate-limiter.js';

describe('RateLimiter', () => {
  // The clock and the timers that end windows stand still until a test moves them on.
  beforeEach(() => void jest.useFakeTimers({ now: 5 }));
  afterEach(() => void jest.useRealTimers());

  it('RATE-1: a limiter gives the whole quota in a window, and nothing beyond it', async () => {
    const limiter = new RateLimiter();
    const quota = { requests: 3, seconds: 2 };
    const taken = await Promise.all([1, 2, 3, 4].map(() => limiter.take('a', quota)));
    expect(taken.map(({ allowed }) => allowed)).toEqual([true, true, true, false]);
    expect(taken.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0]);
    jest.advanceTimersByTime(1999);
    expect(await limiter.take('a', quota)).toEqual({ allowed: false, remaining: 0, resetSeconds: 1 });
    jest.advanceTimersByTime(1);
    expect(await limiter.take('a', quota)).toEqual({ allowed: true, remaining: 2, resetSeconds: 2 });
  });

  it('RATE-2: a limiter names a reset at which a request succeeds again, and no later second', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 10 }),
        fc.array(fc.integer({ min: 0, max: 4000 }), { minLength: 1, maxLength: 40 }),
        async (requests, seconds, pauses) => {
          const limiter = new RateLimiter();
          for (const pause of pauses) {
            jest.advanceTimersByTime(pause);
            const { allowed, resetSeconds } = await limiter.take('a', { requests, seconds });
            expect(resetSeconds).toBeGreaterThanOrEqual(1);
            expect(resetSeconds).toBeLessThanOrEqual(seconds);
            if (allowed) continue;
            jest.advanceTimersByTime(resetSeconds * 1000);
            expect((await limiter.take('a', { requests, seconds })).allowed).toBe(true);
          }
        },
      ),
    );
  });

  it('a limiter locks nobody out for longer than a window when the clock is set back', async () => {
    const limiter = new RateLimiter();
    const quota = { requests: 1, seconds: 60 };
    jest.setSystemTime(10_000_000);
    await limiter.take('a', quota);
    jest.setSystemTime(5_000_000);
    expect(await limiter.take('a', quota)).toEqual({ allowed: false, remaining: 0, resetSeconds: 60 });
    jest.advanceTimersByTime(60_000);
    expect((await limiter.take('a', quota)).allowed).toBe(true);
  });

  it('a limiter without room forgets the key that was unused for longest', async () => {
    const limiter = new RateLimiter((own) => own, 2);
    const quota = { requests: 1, seconds: 60 };
    for (const key of ['a', 'b', 'a', 'c']) await limiter.take(key, quota);
    expect((await limiter.take('a', quota)).allowed).toBe(false);
    expect((await limiter.take('b', quota)).allowed).toBe(true);
  });
});
