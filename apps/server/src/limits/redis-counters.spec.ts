import { createServer, type Socket } from 'node:net';
import { expect, it } from '@jest/globals';
import { listen } from '@resource-catalogue/testing/sockets';
import { until } from '@resource-catalogue/testing/until';
import { RateLimiter } from './rate-limiter.js';
import { RedisCounters } from './redis-counters.js';

it('RATE-1: a Redis that never answers leaves each instance its own windows, from the start', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
  const lines: string[] = [];
  const url = `redis://:secret@127.0.0.1:${await listen(server)}`;
  const timeouts = { answer: 20, look: 10, silence: 50 };
  const counters = await RedisCounters.connect(url, (line) => lines.push(line), timeouts);
  const limiter = new RateLimiter((own) => counters.share('quota', own));
  for (const remaining of [3, 2]) {
    expect(await limiter.take('a', { requests: 4, seconds: 60 })).toMatchObject({ remaining });
  }
  // It keeps trying.
  await until(() => sockets.length > 2);
  expect(lines).toEqual([
    expect.stringMatching(/^Redis does not answer: this instance counts its requests alone\. (?!.*secret)/),
  ]);
  counters.onModuleDestroy();
  for (const socket of sockets) socket.destroy();
  server.close();
});
