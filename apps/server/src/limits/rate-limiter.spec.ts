import { createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from '@resource-catalogue/testing/fast-check';
import { listen } from '@resource-catalogue/testing/sockets';
import { until } from '@resource-catalogue/testing/until';
import { RateLimiter } from './rate-limiter.js';
import { RedisCounters } from './redis-counters.js';

describe('the rate limiter', () => {
  beforeEach(() => void jest.useFakeTimers({ now: 5 }));
  afterEach(() => void jest.useRealTimers());

  it('RATE-1: a limiter allows exactly the quota in a window', async () => {
    const limiter = new RateLimiter();
    const take = () => limiter.take('a', { requests: 3, seconds: 2 });
    for (const remaining of [2, 1, 0]) expect(await take()).toEqual({ allowed: true, remaining, resetSeconds: 2 });
    jest.advanceTimersByTime(1999);
    expect(await take()).toEqual({ allowed: false, remaining: 0, resetSeconds: 1 });
    jest.advanceTimersByTime(1);
    expect(await take()).toEqual({ allowed: true, remaining: 2, resetSeconds: 2 });
  });

  it('RATE-2: a limiter gives the first second in which a request succeeds again', async () => {
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

  const quota = { requests: 1, seconds: 60 };

  it('a limiter blocks a key for at most a window when the clock is set back', async () => {
    const limiter = new RateLimiter();
    jest.setSystemTime(10_000_000);
    await limiter.take('a', quota);
    jest.setSystemTime(5_000_000);
    expect(await limiter.take('a', quota)).toEqual({ allowed: false, remaining: 0, resetSeconds: 60 });
    jest.advanceTimersByTime(60_000);
    expect((await limiter.take('a', quota)).allowed).toBe(true);
  });

  it('a full limiter evicts the least recently used key', async () => {
    const limiter = new RateLimiter((own) => own, 2);
    const allowed: boolean[] = [];
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) allowed.push((await limiter.take(key, quota)).allowed);
    expect(allowed).toEqual([true, true, false, true, false, true]);
  });
});

it('RATE-1: instances count alone from the start if Redis never responds', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
  const lines: string[] = [];
  const url = `redis://:secret@127.0.0.1:${await listen(server)}`;
  const timeouts = { response: 20, retryPause: 10, silence: 50, quiet: 0 };
  const counters = await RedisCounters.connect(url, (line) => lines.push(line), timeouts);
  const limiter = new RateLimiter((own) => counters.share('quota', own));
  for (const remaining of [3, 2]) {
    expect(await limiter.take('a', { requests: 4, seconds: 60 })).toMatchObject({ remaining });
  }
  // The limiter keeps trying.
  await until(() => sockets.length > 2);
  expect(lines).toEqual([expect.stringMatching(/^Redis is unavailable; counting requests locally\. (?!.*secret)/)]);
  counters.onModuleDestroy();
  for (const socket of sockets) socket.destroy();
  server.close();
});
