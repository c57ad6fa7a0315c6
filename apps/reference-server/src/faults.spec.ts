import { afterEach, describe, expect, it } from '@jest/globals';
import { sendRequest } from '../test/send-request.js';
import { type FaultOptions, withFaults } from './faults.js';
import { type ReferenceServer, startReferenceServer } from './start.js';

let server: ReferenceServer | undefined;
afterEach(() => server?.close());

async function start(options: Partial<FaultOptions> = {}): Promise<ReferenceServer> {
  const wraps = withFaults({ every: 1, delay: 0, ...options });
  return (server = await startReferenceServer({ size: 'poor', wraps }));
}

const machines = (of: ReferenceServer, fault = '') =>
  sendRequest(of, '/api/v1/machines', { headers: { 'x-mock-fault': fault } });

describe('requested faults', () => {
  it('a fault occurs only on requests that select it by their header', async () => {
    const mock = await start();
    expect((await machines(mock)).status).toBe(200);
    expect((await machines(mock, 'flood')).status).toBe(200);
    const wait = { 'retry-after': '1' };
    const limited = await machines(mock, 'rate_limited');
    expect(limited).toMatchObject({ status: 429, headers: wait });
    expect(JSON.parse(limited.text)).toMatchObject({ code: 'rate_limited', type: `${mock.url}/problems/rate_limited` });
    expect(await machines(mock, 'unavailable')).toMatchObject({ status: 503, headers: wait });
    const broken = await machines(mock, 'broken_json');
    expect(broken).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } });
    expect(() => JSON.parse(broken.text) as unknown).toThrow();
    await expect(machines(mock, 'cut_off')).rejects.toThrow();
    expect((await machines(mock, 'slow')).status).toBe(200);
  });

  it('a slow response does not delay others', async () => {
    const mock = await start({ delay: 3_600_000 });
    let isFinished = false;
    const slow = machines(mock, 'slow').finally(() => (isFinished = true));
    expect((await machines(mock)).status).toBe(200);
    expect(isFinished).toBe(false);
    await Promise.all([expect(slow).rejects.toThrow(), mock.close()]);
  });

  it('every third request without the header has the fault of the command line', async () => {
    const mock = await start({ fault: 'unavailable', every: 3 });
    const statuses: number[] = [];
    for (const fault of ['', 'rate_limited', '', '', '']) statuses.push((await machines(mock, fault)).status);
    expect(statuses).toEqual([200, 429, 200, 503, 200]);
  });
});
