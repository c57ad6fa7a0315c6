import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { WindowLimiter } from './window-limiter.js';

describe('WindowLimiter', () => {
  it('gives the whole quota in a window and nothing beyond it (RATE-1)', () => {
    let now = 5;
    const limiter = new WindowLimiter(() => now);
    const quota = { requests: 3, seconds: 2 };
    const taken = [1, 2, 3, 4].map(() => limiter.take('a', quota));
    expect(taken.map(({ allowed }) => allowed)).toEqual([true, true, true, false]);
    expect(taken.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0]);
    now += 2000;
    expect(limiter.take('a', quota)).toEqual({ allowed: true, remaining: 2, resetSeconds: 2 });
  });

  it('keeps keys apart (RATE-1)', () => {
    const limiter = new WindowLimiter(() => 0);
    const quota = { requests: 1, seconds: 60 };
    expect(limiter.take('a', quota).allowed).toBe(true);
    expect(limiter.take('a', quota).allowed).toBe(false);
    expect(limiter.take('b', quota).allowed).toBe(true);
  });

  it('never names a reset before a request succeeds again, nor a second too late (RATE-2)', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 10 }),
        fc.array(fc.double({ min: 0, max: 4000, noNaN: true }), { minLength: 1, maxLength: 40 }),
        (requests, seconds, pauses) => {
          let now = 0;
          const limiter = new WindowLimiter(() => now);
          for (const pause of pauses) {
            now += pause;
            const { allowed, resetSeconds } = limiter.take('a', { requests, seconds });
            expect(resetSeconds).toBeGreaterThanOrEqual(1);
            expect(resetSeconds).toBeLessThanOrEqual(seconds);
            if (allowed) continue;
            now += resetSeconds * 1000;
            expect(limiter.take('a', { requests, seconds }).allowed).toBe(true);
          }
        },
      ),
    );
  });
});
