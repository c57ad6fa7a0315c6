import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { textOf } from '@resource-catalogue/testing/json';
import { projectIn, workshopOn } from '../projects/support/workshop.js';

const day = 24 * 3_600_000;

const unchanged = [
  ...(['hrtime', 'performance', 'nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
  ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
];

/** Sets the wall clock of this process; monotonic clocks and timers continue. */
function setClock(by: number): void {
  jest.useRealTimers();
  jest.useFakeTimers({ now: Date.now() + by, doNotFake: [...unchanged] });
}

describe.each(databaseKinds)('a clock that jumps, with the %s database', (kind) => {
  const workshop = workshopOn(kind);
  afterEach(() => void jest.useRealTimers());

  it('SHAPE-7, WRITE-7, RATE-1: while the clock jumps, reads and writes succeed, and quotas reset in time', async () => {
    const { service, writer } = workshop;
    const small = await service.newToken({ quota: { requests: 1, seconds: 60 } });
    const key = { 'idempotency-key': 'clock' };
    const body = { name: 'Clock', author_id: workshop.entities.author };
    let project = projectIn(await writer.post(body, key), 201);
    await service.request('/api/v1/spaces?limit=1', { token: small.token });
    for (const jump of [day, 0, -day]) {
      setClock(jump);
      for (const path of ['/api/v1/spaces?limit=1', '/health/ready'])
        expect((await service.request(path)).status).toBe(200);
      const changed = await writer.change(project['id'], { summary: `at ${jump}` });
      expect(textOf(changed['updated_at']) > textOf(project['updated_at'])).toBe(true);
      project = changed;
      const limited = await service.request('/api/v1/spaces?limit=1', { token: small.token });
      expect([200, 429]).toContain(limited.status);
      expect(Number(limited.headers['retry-after'] ?? 0)).toBeLessThanOrEqual(60);
    }
    // Less than a day later by either clock, the key still names the first project.
    expect(projectIn(await writer.post(body, key), 201)['id']).toBe(project['id']);
  });
});
