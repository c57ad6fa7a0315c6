import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { ReferenceServer } from '@resource-catalogue/reference-server';
import { startMutant } from '../mutants/start-mutant.js';
import { resumeFrom } from '../src/cli/read-report.js';
import { parseJson } from '../src/json.js';
import { jsonReport } from '../src/reports/json-report.js';
import { makeReport } from '../src/reports/report.js';
import { type Listener, type Run, runChecks, type RunOptions } from '../src/run/run.js';
import { FaultyProxy, type Fault } from './faulty-proxy.js';
import { schemaFaults } from './report-schema.js';

let sound: ReferenceServer;
const folder = mkdtempSync(join(tmpdir(), 'conformance-outages-'));
beforeAll(async () => {
  sound = await startMutant({ size: 'poor' });
});
afterAll(async () => {
  await sound.close();
  rmSync(folder, { recursive: true });
});

const proxies: FaultyProxy[] = [];
afterEach(async () => {
  for (const proxy of proxies.splice(0)) await proxy.shut();
});

async function openProxy(): Promise<FaultyProxy> {
  const proxy = await new FaultyProxy(sound.url).open();
  proxies.push(proxy);
  return proxy;
}

const only = ['get', 'envelope', 'head-is-get-without-a-body'];
const check = (proxy: FaultyProxy, options: Partial<RunOptions> = {}, listener: Listener = {}): Promise<Run> =>
  runChecks(proxy.url, { token: sound.tokens.full, only, seed: 1, ...options }, listener);

const kills = ({ method, url = '' }: IncomingMessage): boolean => method === 'HEAD' && url.startsWith('/api/v1/plans?');

const failuresIn = ({ results }: Run): string[] =>
  results.filter(({ outcome }) => outcome === 'failed').map(({ check: id, subject }) => `${id}/${subject}`);

/** Returns true once this many requests were sent, such as those of the probe and the snapshot. */
function after(requests: number): () => boolean {
  let sent = 0;
  return () => (sent += 1) > requests;
}

describe('a run whose server stops responding', () => {
  it.each<[string, (proxy: FaultyProxy) => Fault, Partial<RunOptions>, RegExp]>([
    ['exits', (proxy) => () => (void proxy.shut(), true), {}, /cut the connection|cannot be reached/],
    ['accepts connections without responding', () => () => true, { timeout: 500 }, /does not respond in time/],
    [
      'resets every connection',
      () =>
        ({ socket }) => (socket.resetAndDestroy(), true),
      {},
      /cut the connection/,
    ],
  ])('reports the checks so far, and a later run completes it: the server %s', async (_, faultOf, options, reason) => {
    const proxy = await openProxy();
    const [isLate, fault] = [after(60), faultOf(proxy)];
    proxy.fault = (...of) => isLate() && fault(...of);
    const first = await check(proxy, { ...options, maxOutage: 1500 });
    expect(first.unfinished).toMatchObject({ reason: expect.stringMatching(reason), signal: null });
    expect(first.unfinished?.in_flight).toContainEqual({
      check: expect.any(String),
      subject: expect.any(String),
      curl: expect.stringMatching(/^curl .*'http:\/\/127\.0\.0\.1:\d+\/api\/v1\//),
    });
    expect(first.results.length).toBeGreaterThan(0);
    const report = makeReport(first, null);
    expect([report.verdict, report.exitCode]).toEqual(['unfinished', 3]);
    expect(schemaFaults(parseJson(jsonReport(report)) ?? null)).toEqual([]);

    await proxy.shut();
    proxy.fault = () => false;
    await proxy.open();
    const file = join(folder, 'unfinished.json');
    writeFileSync(file, jsonReport(report));
    const whole = await runChecks(proxy.url, resumeFrom(file, proxy.url, { token: sound.tokens.full, only }));
    const all = await check(proxy);
    const outcomesOf = ({ results }: Run) => results.map(({ check: id, subject, outcome }) => [id, subject, outcome]);
    expect(whole.unfinished).toBeNull();
    expect(outcomesOf(whole)).toEqual(outcomesOf(all));
    expect(whole.outages).toMatchObject([{ recovered: false }]);
    expect(whole.requests).toBeGreaterThan(first.requests);
    expect(whole.results).toEqual(
      expect.arrayContaining(
        [...first.results].map((result) => expect.objectContaining({ check: result.check, requests: result.requests })),
      ),
    );
  });

  it('has no results if the server stops during the snapshot, and lists the request in flight', async () => {
    const proxy = await openProxy();
    const isLate = after(5);
    proxy.fault = () => {
      if (isLate()) void proxy.shut();
      return false;
    };
    const { results, unfinished } = await check(proxy, { maxOutage: 1 });
    expect([results, unfinished?.remaining.length]).toEqual([[], expect.any(Number)]);
    expect(unfinished?.in_flight).toMatchObject([{ check: 'snapshot', subject: 'server' }]);
  });

  it('does not end if only one list gets no response', async () => {
    const proxy = await openProxy();
    proxy.fault = ({ url = '' }) => url.startsWith('/api/v1/plans?');
    const run = await check(proxy, { timeout: 500, only: ['get-returns-the-row-of-the-list'] });
    expect(run.unfinished).toBeNull();
    expect(run.snapshot.get('plans')?.trouble).toContain('does not respond in time');
    expect(run.snapshot.get('users')).toMatchObject({ trouble: null, complete: true });
  });

  it('fails the check whose request stops the server each time, quotes that request, and fails no other check', async () => {
    const proxy = await openProxy();
    proxy.fault = (incoming) => {
      if (!kills(incoming)) return false;
      void proxy
        .shut()
        .then(() => sleep(200))
        .then(() => proxy.open());
      return true;
    };
    const run = await check(proxy);
    expect(run.unfinished).toBeNull();
    expect(failuresIn(run)).toEqual(['head-is-get-without-a-body/GET /api/v1/plans']);
    const [finding] = run.results.flatMap((result) => result.finding ?? []);
    expect(finding).toMatchObject({ expected: 'a response', response: '' });
    expect(finding?.curl).toEqual([expect.stringMatching(/--head .*\/api\/v1\/plans/)]);
  });

  it('fails the check that ran alone when the server disappeared for good', async () => {
    const proxy = await openProxy();
    proxy.fault = (incoming) => {
      if (!kills(incoming)) return false;
      void proxy.shut();
      return true;
    };
    const killing = { only: ['head-is-get-without-a-body'], maxOutage: 1 };
    const first = await check(proxy, killing);
    const file = join(folder, 'lost.json');
    writeFileSync(file, jsonReport(makeReport(first, null)));
    await proxy.open();
    const again = await runChecks(proxy.url, {
      ...resumeFrom(file, proxy.url, { token: sound.tokens.full, only: killing.only }),
      maxOutage: 1,
    });
    expect(failuresIn(again)).toEqual(['head-is-get-without-a-body/GET /api/v1/plans']);
    expect(makeReport(again, null)).toMatchObject({ verdict: 'failed', exitCode: 1 });
    expect(again.unfinished?.in_flight).toHaveLength(1);
  });
});

describe('a run whose server comes back', () => {
  it('waits while the server restarts, and reports the outage', async () => {
    const proxy = await openProxy();
    const isLate = after(60);
    let closed = Promise.resolve();
    proxy.fault = () => {
      if (!isLate()) return false;
      proxy.fault = () => true;
      closed = proxy.shut();
      return true;
    };
    const reopen = (): void => {
      proxy.fault = () => false;
      void closed.then(() => proxy.open());
    };
    const run = await check(proxy, {}, { outage: reopen });
    expect([run.unfinished, failuresIn(run)]).toEqual([null, []]);
    expect(run.outages).toContainEqual(expect.objectContaining({ recovered: true, seconds: expect.any(Number) }));
    expect(Math.max(...run.outages.map(({ seconds }) => seconds))).toBeGreaterThan(0.5);
  });

  it('waits while the server stalls, and reports the outage', async () => {
    const proxy = await openProxy();
    const isLate = after(60);
    let isStalled = true;
    proxy.fault = () => isLate() && isStalled;
    const run = await check(proxy, { timeout: 500 }, { outage: () => (isStalled = false) });
    expect([run.unfinished, failuresIn(run)]).toEqual([null, []]);
    expect(run.outages[0]).toMatchObject({ recovered: true, reason: expect.stringContaining('(500 ms)') });
  });

  it('waits while the server responds with 503 and Retry-After', async () => {
    const proxy = await openProxy();
    const isLate = after(60);
    let unavailable = 0;
    proxy.fault = (_, response) => {
      if (!isLate() || unavailable >= 5) return false;
      unavailable += 1;
      response.writeHead(503, { 'Retry-After': '1' }).end();
      return true;
    };
    const run = await check(proxy);
    expect([run.unfinished, failuresIn(run), run.unavailable]).toEqual([null, [], 5]);
  });
});

describe('a slow server', () => {
  const slowly =
    (milliseconds: number): Fault =>
    async ({ url = '' }) => {
      if (url.startsWith('/api/v1/plans?')) await sleep(milliseconds);
      return false;
    };

  it('passes if it responds within three times the limit while nothing else is requested', async () => {
    const proxy = await openProxy();
    proxy.fault = slowly(1300);
    const run = await check(proxy, { timeout: 1000, only: ['links-can-be-followed'] });
    expect([run.unfinished, failuresIn(run)]).toEqual([null, []]);
    expect(run.outages[0]?.reason).toContain('does not respond in time (1000 ms)');
  });

  it('fails the checks whose requests take even longer', async () => {
    const proxy = await openProxy();
    proxy.fault = slowly(3000);
    const run = await check(proxy, { timeout: 500, only: ['foreign-filters-are-rejected'] });
    expect(failuresIn(run)).toEqual(['foreign-filters-are-rejected/plans']);
    expect(run.results.find(({ outcome }) => outcome === 'failed')?.reason).toContain('in time (1500 ms)');
  });
});
