import { afterEach, describe, expect, it } from '@jest/globals';
import { createClient } from '@redis/client';
import { hasRedis, TestRedis } from '@resource-catalogue/testing/redis';
import { Line } from '@resource-catalogue/testing/line';
import { until } from '@resource-catalogue/testing/until';
import { RateLimiter } from '../../src/limits/rate-limiter.js';
import { RedisCounters } from '../../src/limits/redis-counters.js';

const left: (() => unknown)[] = [];
afterEach(async () => {
  for (const leave of left.splice(0).reverse()) await leave();
});

const gone = 'Redis is unavailable; counting requests locally.';
const backLine = 'Redis is available again; sharing request counts.';
/** Requests do not wait for the timeout of a silent connection. */
const soon = { response: 500, retryPause: 10, silence: 120_000, quiet: 0 };
/** A timeout long enough for Redis on a slow machine. */
const patient = { response: 60_000, retryPause: 10, silence: 120_000, quiet: 0 };
const quota = { requests: 4, seconds: 60 };

async function instance(url: string, timeouts = soon) {
  const lines: string[] = [];
  const counters = await RedisCounters.connect(url, (line) => lines.push(line), timeouts);
  left.push(() => counters.onModuleDestroy());
  const limiter = new RateLimiter((own) => counters.share('quota', own));
  return { lines, limiter, take: async (key: string) => (await limiter.take(key, quota)).remaining };
}

type Client = Awaited<ReturnType<typeof connectTo>>;

async function connectTo({ url }: TestRedis) {
  const client = await createClient({ url }).connect();
  left.push(() => client.destroy());
  return client;
}

async function startRedis(): Promise<TestRedis> {
  const redis = await TestRedis.start();
  left.push(() => redis.stop());
  return redis;
}

if (hasRedis)
  describe('instances on one Redis', () => {
    it('RATE-1: instances with one Redis share their counts for a window', async () => {
      const { url } = await startRedis();
      const [one, other] = [await instance(url, patient), await instance(url, patient)];
      const counted = [await one.take('a'), await other.take('a'), await one.take('a')];
      expect(counted).toEqual([3, 2, 1]);
      const client = await createClient({ url }).connect();
      const [key = ''] = await client.keys('resource-catalogue:quota:*');
      const end = await client.pTTL(key);
      client.destroy();
      expect([end > 0, end <= 60_000]).toEqual([true, true]);
    });

    it.each(['stopped', 'silent'])(
      'RATE-1: instances count alone while Redis is %s, then share counts again',
      async (state) => {
        const redis = await startRedis();
        const instances = [await instance(redis.url), await instance(redis.url)] as const;
        const [one, other] = instances;
        expect([await one.take('a'), await other.take('a')]).toEqual([3, 2]);
        await (state === 'stopped' ? redis.stop() : redis.pause());
        expect(await Promise.all([one.take('b'), one.take('b'), other.take('b')])).toEqual([3, 2, 3]);
        expect([await one.take('b'), await other.take('b')]).toEqual([1, 2]);
        await (state === 'stopped' ? redis.start() : redis.resume());
        await until(() => instances.every(({ lines }) => lines.length === 2));
        for (const { lines } of instances) expect(lines).toEqual([expect.stringContaining(gone), backLine]);
        expect([await one.take('c'), await other.take('c'), await one.take('c')]).toEqual([3, 2, 1]);
      },
    );

    it('RATE-1: instances share counts again after a silently dropped connection', async () => {
      const redis = await startRedis();
      const line = await Line.to('127.0.0.1', Number(new URL(redis.url).port));
      left.push(() => line.close());
      const { lines, take } = await instance(`redis://127.0.0.1:${line.port}`);
      expect(await take('a')).toBe(3);
      line.silence();
      // While requests write to it, no socket timer ends it.
      await until(async () => {
        await take('b');
        return lines.length === 2;
      });
      expect(lines).toEqual([expect.stringContaining(gone), backLine]);
      expect(await take('a')).toBe(2);
    });

    it('RATE-1: instances count alone while Redis responds but stores nothing', async () => {
      const redis = await startRedis();
      const [one, other] = [await instance(redis.url), await instance(redis.url)];
      const client = await connectTo(redis);
      await client.replicaOf('127.0.0.1', 1);
      expect([await one.take('a'), await one.take('a'), await other.take('a')]).toEqual([3, 2, 3]);
      await client.sendCommand(['REPLICAOF', 'NO', 'ONE']);
      expect([await one.take('b'), await other.take('b')]).toEqual([3, 2]);
      for (const { lines } of [one, other])
        expect(lines).toEqual([expect.stringContaining(`${gone} READONLY You can't write`), backLine]);
    });

    it.each<[string, (client: Client, url: URL) => Promise<unknown>, string]>([
      [
        'an ACL that forbids EVAL',
        async (client, url) => {
          url.username = 'counter';
          await client.sendCommand(['ACL', 'SETUSER', 'counter', 'on', '>secret', '~*', '+@all', '-eval']);
        },
        "NOPERM this user has no permissions to run the 'eval' command",
      ],
      [
        'an ACL that forbids the keys',
        async (client, url) => {
          url.username = 'counter';
          await client.sendCommand(['ACL', 'SETUSER', 'counter', 'on', '>secret', '~other:*', '+@all']);
        },
        'NOPERM this user has no permissions to access one of the keys used as arguments',
      ],
      [
        'another password',
        async (client) => client.sendCommand(['CONFIG', 'SET', 'requirepass', 'terces']),
        'WRONGPASS invalid username-password pair or user is disabled.',
      ],
      [
        'a script that runs for too long',
        async (client) => {
          await client.sendCommand(['CONFIG', 'SET', 'lua-time-limit', '1']);
          void client.sendCommand(['EVAL', 'while true do end', '0']).catch(() => undefined);
        },
        'BUSY Redis is busy running a script.',
      ],
    ])(
      'RATE-1: an error of Redis is logged once in its own words, without secrets: %s',
      async (_, breakRedis, words) => {
        const redis = await startRedis();
        const url = new URL(redis.url);
        url.password = 'secret';
        await breakRedis(await connectTo(redis), url);
        const { lines, take } = await instance(url.href);
        expect([await take('a'), await take('a')]).toEqual([3, 2]);
        expect(lines).toEqual([expect.stringContaining(`${gone} ${words}`)]);
        expect(lines.join()).not.toMatch(/secret/);
      },
    );

    it.each([
      ['9007199254740992', { allowed: false, remaining: 0, resetSeconds: 60 }],
      ['1000000000000000000', { allowed: false, remaining: 0, resetSeconds: 60 }],
    ])('RATE-1, RATE-2: a count of %s is over the limit', async (count, expected) => {
      const redis = await startRedis();
      const { lines, limiter } = await instance(redis.url, patient);
      const client = await connectTo(redis);
      await client.set('resource-catalogue:quota:a', count, { EX: 3600 });
      expect(await limiter.take('a', quota)).toEqual(expected);
      expect(lines).toEqual([]);
    });

    it.each<[string, (client: Client, key: string) => Promise<unknown>, string]>([
      ['a negative number', async (client, key) => client.set(key, '-5'), 'InvalidCount: A counter has the value -4 '],
      [
        'the largest number',
        async (client, key) => client.set(key, '9223372036854775807'),
        'ERR increment or decrement would overflow',
      ],
      ['a text', async (client, key) => client.set(key, 'many'), 'ERR value is not an integer or out of range'],
      ['a fraction', async (client, key) => client.set(key, '1.5'), 'ERR value is not an integer or out of range'],
      ['a list', async (client, key) => client.lPush(key, '1'), 'WRONGTYPE Operation against a key'],
    ])('RATE-1: an instance counts alone where a counter in Redis is %s', async (_, spoil, cause) => {
      const redis = await startRedis();
      const { lines, take } = await instance(redis.url, { ...patient, quiet: Infinity });
      await spoil(await connectTo(redis), 'resource-catalogue:quota:a');
      expect([await take('a'), await take('b'), await take('a')]).toEqual([3, 3, 2]);
      expect(lines).toEqual([expect.stringContaining(`${gone} ${cause}`)]);
    });
  });
