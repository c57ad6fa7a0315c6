import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { hasRedis, TestRedis } from '@resource-catalogue/testing/redis';
import { freePort } from '@resource-catalogue/testing/sockets';
import { until } from '@resource-catalogue/testing/until';
import { RedisCounters } from '../../src/limits/redis-counters.js';
import { type Instance, startInstance, startTestService, type TestService } from '../support/service.js';
import { Load } from './support/load.js';

if (hasRedis)
  describe('RATE-1: two instances on one Redis', () => {
    const authFailureLimit = { requests: 5, seconds: 60 };
    let redis: TestRedis;
    let service: TestService;
    let instances: readonly Instance[] = [];

    beforeAll(async () => {
      redis = await TestRedis.start();
      // As long as a busy machine may take: an instance that has waited long enough counts alone.
      const { connect } = RedisCounters;
      const patient = { answer: 60_000, look: 500, silence: 120_000 };
      jest.spyOn(RedisCounters, 'connect').mockImplementation((url, report) => connect(url, report, patient));
      service = await startTestService('embedded', { redisUrl: redis.url, authFailureLimit });
      const other = await startInstance(service.database, service.token, { redisUrl: redis.url, authFailureLimit });
      instances = [service, other];
    });
    afterAll(async () => {
      await instances[1]?.close();
      await service.close();
      await redis.stop();
      jest.restoreAllMocks();
    });

    const toBoth = (count: number, token: string) =>
      Promise.all(
        instances.flatMap((instance) =>
          Array.from({ length: count }, () => instance.request('/api/v1/spaces?limit=1', { token })),
        ),
      );

    it('give one quota of a token between them', async () => {
      const { token } = await service.newToken({ quota: { requests: 7, seconds: 60 } });
      const answers = await toBoth(5, token);
      expect(answers.map(({ status }) => status).sort()).toEqual([
        ...Array<number>(7).fill(200),
        ...Array<number>(3).fill(429),
      ]);
      const remaining = answers.map(({ headers }) => /r=(\d+)/.exec(String(headers['ratelimit']))?.[1]);
      expect(remaining.sort()).toEqual(['0', '0', '0', '0', '1', '2', '3', '4', '5', '6']);
    });

    it('count refused tokens of one address together', async () => {
      const answers = await toBoth(4, 'unknown');
      expect(answers.map(({ status }) => status).sort()).toEqual([
        ...Array<number>(5).fill(401),
        ...Array<number>(3).fill(429),
      ]);
    });
  });

it('RATE-1: an instance whose Redis is not there answers, and counts alone', async () => {
  const redisUrl = `redis://127.0.0.1:${await freePort()}`;
  const service = await startTestService('embedded', { redisUrl });
  const { token } = await service.newToken({ quota: { requests: 2, seconds: 60 } });
  const answers = [1, 2, 3].map(() => service.request('/api/v1/spaces?limit=1', { token }));
  expect((await Promise.all(answers)).map(({ status }) => status).sort()).toEqual([200, 200, 429]);
  await service.close();
});

if (hasRedis)
  describe('a Redis under two instances', () => {
    let redis: TestRedis;
    let service: TestService;
    let other: Instance;
    beforeAll(async () => {
      redis = await TestRedis.start();
      service = await startTestService('embedded', { redisUrl: redis.url });
      other = await startInstance(service.database, service.token, { redisUrl: redis.url });
    });
    afterAll(async () => {
      await other.close();
      await service.close();
      await redis.stop();
    });

    /** Whether a token that one instance has used up is used up at the other one. */
    async function shared(): Promise<boolean> {
      const { token } = await service.newToken({ quota: { requests: 1, seconds: 3600 } });
      const statuses = [];
      for (const instance of [service, other]) {
        statuses.push((await instance.request('/api/v1/spaces?limit=1', { token })).status);
      }
      return statuses.includes(429);
    }

    it.each<[string, () => unknown, () => unknown]>([
      ['ends', () => redis.stop(), () => redis.start()],
      ['falls silent', () => redis.pause(), () => redis.goOn()],
    ])('RATE-1: that %s fails no request, and counts for both again when it is back', async (_, end, begin) => {
      expect(await shared()).toBe(true);
      const headers = { authorization: `Bearer ${service.token}` };
      const load = new Load(
        [service, other].map(
          ({ url }) =>
            () =>
              fetch(`${url}/api/v1/spaces?limit=1`, { headers }),
        ),
        [200],
      );
      await load.moved();
      await end();
      await load.moved();
      await until(async () => !(await shared()));
      await load.moved();
      await begin();
      await until(shared);
      await load.stop();
      expect([...load.unexpected]).toEqual([]);
    });
  });
