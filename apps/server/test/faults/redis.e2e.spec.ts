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

const goneLine = /^Redis does not answer: this instance counts its requests alone\. /;
const backLine = 'Redis answers: the instances count requests together.';
/** Requests do not wait for the timeout of a silent connection. */
const soon = { answer: 500, look: 10, silence: 120_000 };
/** A timeout long enough for Redis on a slow machine. */
const patient = { answer: 60_000, look: 10, silence: 120_000 };
const quota = { requests: 4, seconds: 60 };

async function instance(url: string, timeouts = soon) {
  const lines: string[] = [];
  const counters = await RedisCounters.connect(url, (line) => lines.push(line), timeouts);
  left.push(() => counters.onModuleDestroy());
  const limiter = new RateLimiter((own) => counters.share('quota', own));
  return { lines, counters, take: async (key: string) => (await limiter.take(key, quota)).remaining };
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
        for (const { lines } of instances) expect(lines).toEqual([expect.stringMatching(goneLine), backLine]);
        expect([await one.take('c'), await other.take('c'), await one.take('c')]).toEqual([3, 2, 1]);
      },
    );

    it('RATE-1: instances share counts again after a silently dropped connection', async () => {
      const redis = await startRedis();
      const line = await Line.to('127.0.0.1', Number(new URL(redis.url).port));
      left.push(() => line.close());
      const { lines, take } = await instance(`redis://127.0.0.1:${line.port}`);
      expect(await take('a')).toBe(3);
      line.hush();
      // While requests write to it, no socket timer ends it.
      await until(async () => {
        await take('b');
        return lines.length === 2;
      });
      expect(lines).toEqual([expect.stringMatching(goneLine), backLine]);
      expect(await take('a')).toBe(2);
    });

    it('RATE-1: instances count alone while Redis responds but stores nothing', async () => {
      const redis = await startRedis();
      const [one, other] = [await instance(redis.url), await instance(redis.url)];
      const client = await createClient({ url: redis.url }).connect();
      left.push(() => client.destroy());
      await client.replicaOf('127.0.0.1', 1);
      expect([await one.take('a'), await one.take('a'), await other.take('a')]).toEqual([3, 2, 3]);
      await client.sendCommand(['REPLICAOF', 'NO', 'ONE']);
      expect([await one.take('b'), await other.take('b')]).toEqual([3, 2]);
    });
  });
