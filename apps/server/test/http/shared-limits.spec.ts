import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hasRedis, TestRedis } from '../support/redis.js';
import { type Instance, startInstance, startTestService, type TestService } from '../support/service.js';
import { listen } from '../support/sockets.js';

if (hasRedis)
  describe('RATE-1: two instances on one Redis', () => {
    const authFailureLimit = { requests: 5, seconds: 60 };
    let redis: TestRedis;
    let service: TestService;
    let instances: readonly Instance[] = [];

    beforeAll(async () => {
      redis = await TestRedis.start();
      service = await startTestService('embedded', { redisUrl: redis.url, authFailureLimit });
      const other = await startInstance(service.database, service.token, { redisUrl: redis.url, authFailureLimit });
      instances = [service, other];
    });
    afterAll(async () => {
      await instances[1]?.close();
      await service.close();
      await redis.stop();
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
  const gone = createServer();
  const redisUrl = `redis://127.0.0.1:${await listen(gone)}`;
  await new Promise((resolve) => gone.close(resolve));
  const service = await startTestService('embedded', { redisUrl });
  const { token } = await service.newToken({ quota: { requests: 2, seconds: 60 } });
  const answers = [1, 2, 3].map(() => service.request('/api/v1/spaces?limit=1', { token }));
  expect((await Promise.all(answers)).map(({ status }) => status).sort()).toEqual([200, 200, 429]);
  await service.close();
});
