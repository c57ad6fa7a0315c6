import { createServer } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { listen } from '@resource-catalogue/testing/sockets';
import { RateLimiter } from './rate-limiter.js';
import { RedisCounters } from './redis-counters.js';

const left: (() => unknown)[] = [];
afterEach(() => left.splice(0).forEach((leave) => leave()));

it.each([
  [
    'in protected mode, before any command',
    'DENIED Redis is running in protected mode because protected mode is enabled and no password is set.',
    'DENIED Redis is running in protected mode because protected mode is enabled and no password is set.',
  ],
  [
    'with the password in its text',
    "ERR unknown command 'HELLO', with args beginning with: '3' 'AUTH' 'default' 'secret' ",
    "ERR unknown command 'HELLO'",
  ],
])('RATE-1: an error of Redis %s is logged without secrets', async (_, reply, logged) => {
  const server = createServer((socket) => socket.on('error', () => undefined).end(`-${reply}\r\n`));
  left.push(() => server.close());
  const lines: string[] = [];
  // A name, because the client looks it up.
  const url = `redis://:secret@localhost:${await listen(server)}`;
  const timeouts = { response: 60_000, retryPause: 5, silence: 60_000, quiet: 0 };
  const counters = await RedisCounters.connect(url, (line) => lines.push(line), timeouts);
  left.push(() => counters.onModuleDestroy());
  const limiter = new RateLimiter((own) => counters.share('quota', own));
  expect(await limiter.take('a', { requests: 4, seconds: 60 })).toMatchObject({ remaining: 3 });
  expect(lines).toEqual([`Redis is unavailable; counting requests locally. ${logged}`]);
});
