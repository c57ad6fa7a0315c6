import { afterEach, describe, expect, it } from '@jest/globals';
import { ask } from '../test/ask.js';
import { type FaultOptions, withFaults } from './faults.js';
import { type ReferenceServer, startReferenceServer } from './start.js';

let server: ReferenceServer | undefined;
afterEach(() => server?.close());

async function start(options: Partial<FaultOptions> = {}): Promise<ReferenceServer> {
  const behaviour = withFaults({ fault: null, every: 1, delay: 0, ...options });
  server = await startReferenceServer({ size: 'poor', behaviour });
  return server;
}

const machines = (of: ReferenceServer, fault?: string) =>
  ask(of, '/api/v1/machines', { headers: fault === undefined ? {} : { 'x-mock-fault': fault } });

describe('faults on demand', () => {
  it('are those that the header names, and no others', async () => {
    const mock = await start();
    expect((await machines(mock)).status).toBe(200);
    expect((await machines(mock, 'flood')).status).toBe(200);
    const limited = await machines(mock, 'rate_limited');
    expect([limited.status, limited.headers['retry-after']]).toEqual([429, '1']);
    expect(JSON.parse(limited.text)).toMatchObject({ code: 'rate_limited', type: `${mock.url}/problems/rate_limited` });
    const away = await machines(mock, 'unavailable');
    expect([away.status, away.headers['retry-after']]).toEqual([503, '1']);
    const broken = await machines(mock, 'broken_json');
    expect([broken.status, broken.headers['content-type']]).toEqual([200, 'application/json']);
    expect(() => JSON.parse(broken.text) as unknown).toThrow();
    await expect(machines(mock, 'cut_off')).rejects.toThrow();
    expect((await machines(mock, 'slow')).status).toBe(200);
  });

  it('let other answers pass while a slow one is waited for', async () => {
    const mock = await start({ delay: 3_600_000 });
    let answered = false;
    const slow = machines(mock, 'slow').then(
      () => (answered = true),
      () => null,
    );
    expect((await machines(mock)).status).toBe(200);
    expect(answered).toBe(false);
    await mock.close();
    expect(await slow).toBe(null);
  });

  it('come every so many requests, beside those that the header names', async () => {
    const mock = await start({ fault: 'unavailable', every: 3 });
    const statuses: number[] = [];
    for (const fault of [undefined, 'rate_limited', undefined, undefined, undefined]) {
      statuses.push((await machines(mock, fault)).status);
    }
    expect(statuses).toEqual([200, 429, 200, 503, 200]);
  });
});
