import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { textOf } from '@resource-catalogue/testing/json';
import { projectIn, workshopOn } from '../projects/support/workshop.js';

const hour = 3_600_000;
const day = 24 * hour;

const clocksThatGoOn = [
  ...(['hrtime', 'performance', 'nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
  ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
];

/** The wall clock of this process, as somebody sets it; whatever else measures time goes on as ever. */
function setClock(by: number): void {
  jest.useRealTimers();
  jest.useFakeTimers({ now: Date.now() + by, doNotFake: [...clocksThatGoOn] });
}

describe.each(databaseKinds)('a clock that jumps, with the %s database', (kind) => {
  const workshop = workshopOn(kind);
  afterEach(() => void jest.useRealTimers());

  it.each([
    ['forwards and back', [day, 0]],
    ['back and forwards', [-day, 0]],
    ['back for good', [0, -day]],
  ])(
    'while the clock jumps %s, reads and writes continue, and no quota is closed for longer than its window',
    async (_, jumps) => {
      const { service, writer } = workshop;
      const small = await service.newToken({ quota: { requests: 1, seconds: 60 } });
      const key = { 'idempotency-key': `clock-${jumps.join('-')}` };
      const body = { name: 'Clock', author_id: workshop.entities.author };
      const first = await writer.post(body, key);
      let project = projectIn(first, 201);
      await service.request('/api/v1/spaces?limit=1', { token: small.token });
      for (const jump of jumps) {
        setClock(jump);
        expect((await service.request('/api/v1/spaces?limit=1')).status).toBe(200);
        expect((await service.request('/health/ready')).status).toBe(200);
        const changed = await writer.change(project['id'], { summary: `at ${jump}` });
        // SHAPE-7: whoever follows changes sees this one, too.
        expect(textOf(changed['updated_at']) > textOf(project['updated_at'])).toBe(true);
        project = changed;
        const limited = await service.request('/api/v1/spaces?limit=1', { token: small.token });
        if (limited.status === 429) expect(Number(limited.headers['retry-after'])).toBeLessThanOrEqual(60);
        else expect(limited.status).toBe(200);
      }
      // WRITE-7: within a day by either clock, the key still stands for the first project.
      const again = await writer.post(body, key);
      expect([again.status, projectIn(again, 201)['id']]).toEqual([201, project['id']]);
    },
  );

  it('AUTH-4: a token has expired while the clock says so', async () => {
    const { token } = await workshop.service.newToken({ expiresAt: new Date(Date.now() + hour) });
    const status = async () => (await workshop.service.request('/api/v1/spaces?limit=1', { token })).status;
    const seen = [await status()];
    for (const jump of [day, 0, -day]) {
      setClock(jump);
      seen.push(await status());
    }
    expect(seen).toEqual([200, 401, 200, 200]);
  });
});
