import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { banner, patientlyOn, type RunningProgram, startService } from '@resource-catalogue/testing/running-program';
import { seededDatabase, type TestDatabase } from '@resource-catalogue/database/testing/databases';
import { untilSessions, whileHeld } from '@resource-catalogue/database/testing/server-sql';
import { makeClient } from '@resource-catalogue/testing/requests';
import { connectTo } from '@resource-catalogue/testing/sockets';
import { until } from '@resource-catalogue/testing/until';
import { newToken } from '../support/service.js';

describe('WORKERS', () => {
  let copy: TestDatabase;
  beforeAll(async () => void (copy = await seededDatabase()));
  afterAll(() => copy.drop());

  const url = (): string => copy.location.databaseUrl;
  const tokenFor = async (requests: number): Promise<string> =>
    (await newToken(copy.database, { quota: { requests, seconds: 3600 } })).token;

  async function start(): Promise<{ readonly url: string; readonly service: RunningProgram }> {
    const service = startService({ ...patientlyOn(url()), WORKERS: '2', LOG_LEVEL: 'info' });
    const { url: address } = await banner(service);
    await service.untilOutput(allReady);
    return { url: address, service };
  }

  const allReady = /"workers":2,"msg":"all workers ready"/;
  const workersOf = ({ child }: RunningProgram): number[] =>
    execFileSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map(Number);

  /** Each on a new connection, which goes to the next worker in turn. */
  async function statuses(url: string, token: string, count: number): Promise<number[]> {
    const clients = Array.from({ length: count }, () => makeClient(url, token));
    const responses = await Promise.all(clients.map((client) => client.request('/api/v1/spaces?limit=1')));
    for (const client of clients) await client.close();
    return responses.map(({ status }) => status).sort();
  }

  async function isRejected(url: string): Promise<boolean> {
    const socket = connectTo(Number(new URL(url).port));
    const connected = new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('close', () => resolve(false));
    });
    const rejected = !(await connected);
    socket.destroy();
    return rejected;
  }

  it('RATE-1: workers share quotas, and one that dies is replaced', async () => {
    const { url, service } = await start();
    const token = await tokenFor(7);
    expect(await statuses(url, token, 12)).toEqual([...Array<number>(7).fill(200), ...Array<number>(5).fill(429)]);
    const [first = 0] = workersOf(service);
    process.kill(first, 'SIGKILL');
    await service.untilOutput(new RegExp(`"worker":${first}.*starting another one.*${allReady.source}`, 's'));
    expect(workersOf(service)).not.toContain(first);
    // The counts survive the worker.
    expect(await statuses(url, token, 4)).toEqual(Array<number>(4).fill(429));
    service.child.kill('SIGTERM');
    expect((await service.ended).code).toBe(0);
  });

  it('HTTP-8: workers respond to pending requests before they stop', async () => {
    const { url: address, service } = await start();
    const token = await tokenFor(1000);
    const { responses } = await whileHeld(url(), 'LOCK TABLE spaces', async () => {
      const pending = statuses(address, token, 2);
      await untilSessions(copy.database, `wait_event_type = 'Lock'`, pending, 2);
      service.child.kill('SIGTERM');
      // A connection that no worker accepts while they stop gets no response.
      await until(() => isRejected(address));
      return { responses: pending };
    });
    expect(await responses).toEqual([200, 200]);
    expect((await service.ended).code).toBe(0);
  });
});

it('if the first of several workers cannot start, one line says so and no other is started', async () => {
  const service = startService({ DATABASE_URL: 'postgresql://user:hunter2@127.0.0.1:1/none', WORKERS: '4' });
  const { code, stderr } = await service.ended;
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^The PostgreSQL database at (?!.*hunter2)[^\n]+\n$/)]);
});
