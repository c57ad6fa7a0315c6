import { createServer, request, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { ReferenceServer } from '@resource-catalogue/reference-server';
import { listen } from '@resource-catalogue/testing/sockets';
import { InProcessTransport } from '../../mutants/harness/in-process-transport.js';
import { type MutantOptions, startMutant } from '../../mutants/start-mutant.js';
import { readId } from '../json.js';
import { digestRows, takeSnapshot } from '../snapshot.js';
import { Target, type TargetOptions } from '../target/target.js';
import type { Transport } from '../target/wire.js';
import { resultId, type Result } from './result.js';
import { runChecks } from './run.js';

let server: ReferenceServer;
beforeAll(async () => {
  server = await startMutant({ size: 'rich' });
});
afterAll(() => server.close());

const left: (() => void)[] = [];
afterEach(() => {
  for (const leave of left.splice(0)) leave();
});

async function serve(listener: RequestListener): Promise<string> {
  const own = createServer(listener);
  left.push(() => own.close().closeAllConnections());
  return `http://127.0.0.1:${await listen(own)}`;
}

function targetAt(url: string, options: Partial<TargetOptions> = {}): Target {
  const target = new Target(url, { token: 'a', ...options });
  left.push(() => target.close());
  return target;
}

const targetOf = async (listener: RequestListener, options: Partial<TargetOptions> = {}): Promise<Target> =>
  targetAt(await serve(listener), options);

const path = '/api/v1/users';

describe('a run', () => {
  it('does not fail a check because another client writes: it runs again, or is inconclusive', async () => {
    const target = targetAt(server.url, { token: server.tokens.second });
    const ids = (await takeSnapshot(target, 1000)).get('projects')?.rows.map(readId) ?? [];
    const transport = new InProcessTransport(server);
    let sent = 0;
    // Another client writes after every 20th request.
    const send: Transport['send'] = async (received) => {
      sent += 1;
      const project = `/api/v1/projects/${ids[(sent / 20) % ids.length]}`;
      const headers = { 'Content-Type': 'application/json' };
      const change = { path: project, method: 'PATCH', headers, body: JSON.stringify({ name: `Changed ${sent}` }) };
      if (sent % 20 === 0) await target.send(change);
      return transport.send(received);
    };
    const { changed, results } = await runChecks(server.url, {
      token: server.tokens.full,
      only: ['paging', 'sort', 'get', 'schema'],
      subjects: ['projects', 'GET /api/v1/projects/{id}', 'members', 'project_licenses'],
      seed: 3,
      transport: { send, close: () => transport.close() },
    });
    expect(changed).toContain('projects');
    expect(results.filter(({ outcome }) => outcome === 'failed').map(({ reason }) => reason)).toEqual([]);
  });

  it('keeps the results of the run that it resumes, and lists the collections that have changed since', async () => {
    const options = { token: server.tokens.full, only: ['get-of-an-unknown-id-is-404'], seed: 1 };
    const whole = await runChecks(server.url, options);
    const [kept, ...rest] = whole.results;
    const resume = {
      ...whole,
      results: kept ? [{ ...kept, requests: 1000 }] : [],
      unfinished: {
        ...{ reason: 'gone', signal: null, remaining: [] },
        in_flight: rest.slice(0, 1).map((result) => ({ ...result, curl: 'curl' })),
      },
      snapshot: [...whole.snapshot].map(([name, rows]) => ({
        ...{ collection: name, digest: name === 'users' ? 'other' : digestRows(rows) },
      })),
    };
    const again = await runChecks(server.url, { ...options, resume });
    expect(again).toMatchObject({ changed: ['users'], started_at: whole.started_at, unfinished: null });
    expect(again.results.map(resultId)).toEqual(whole.results.map(resultId));
    expect(again.results[0]?.requests).toBe(1000);
    expect(again.requests).toBeLessThan(2 * whole.requests);
  });

  it('writes nothing without permission and lists the checks that it did not run', async () => {
    const options = { token: server.tokens.full, transport: new InProcessTransport(server) };
    const target = targetAt(server.url, options);
    const before = (await takeSnapshot(target, 1000)).get('projects')?.rows;
    const only = ['writes', 'auth', 'errors', 'concurrency'];
    const { results } = await runChecks(server.url, { ...options, only });
    expect((await takeSnapshot(target, 1000)).get('projects')?.rows).toEqual(before);
    const writes = results.filter(({ family }) => family === 'writes');
    expect(new Set(writes.map(({ outcome, reason }) => `${outcome}: ${reason}`))).toEqual(
      new Set(['disabled: needs --allow-writes', 'disabled: needs --allow-writes and --second-token']),
    );
  });

  it.each([
    [2, { outcome: 'passed' }],
    [Infinity, { outcome: 'failed', reason: expect.stringMatching(/^a response — .* cut the /) }],
  ])('sends a request again after a cut connection: with %d cuts, the check is %j', async (cuts, result) => {
    const good = server.tokens.full;
    let cut = 0;
    // A proxy that cuts the first requests with another token.
    const url = await serve((received, response) => {
      const { method, url: target = '', headers } = received;
      if (headers.authorization !== `Bearer ${good}` && (cut += 1) <= cuts) return received.socket.destroy();
      return received.pipe(
        request(`${server.url}${target}`, { method, headers }, (given) => {
          response.writeHead(given.statusCode ?? 500, given.headers);
          given.pipe(response);
        }),
      );
    });
    const { results } = await runChecks(url, { token: good, only: ['mistyped-tokens-are-rejected'] });
    expect(results).toMatchObject([result]);
  });

  const limited = { requests: 70, seconds: 60 };

  it.each<[string, Omit<MutantOptions, 'size'>, Partial<Result>]>([
    ['passes if only rejected tokens are limited', { rejectedQuota: limited }, { outcome: 'passed' }],
    ['fails if the status is 503', { rejectedQuota: limited, mutant: 'rate-503' }, { outcome: 'failed' }],
    [
      'fails if the body is not a problem',
      { rejectedQuota: limited, mutant: 'errors-media-type' },
      { outcome: 'failed' },
    ],
    ['is inconclusive if 2000 rejected tokens are below it', {}, { outcome: 'inconclusive' }],
  ])('RATE-1: the check of the limit of rejected tokens %s', async (_, options, result) => {
    const own = await startMutant({ size: 'poor', ...options });
    left.push(() => void own.close());
    const transport = new InProcessTransport(own);
    const only = ['rejected-tokens-are-limited-by-address'];
    const { results } = await runChecks(own.url, { token: own.tokens.full, allowBurst: true, only, transport });
    expect(results).toMatchObject([result]);
  });
});

describe('a target', () => {
  it('waits after a 429 as long as Retry-After says', async () => {
    let received = 0;
    const waits: number[] = [];
    const sleep = (milliseconds: number): Promise<void> => Promise.resolve(void waits.push(milliseconds));
    const limiting: RequestListener = (_, response) =>
      response.writeHead((received += 1) === 1 ? 429 : 200, { 'Retry-After': '1' }).end('{}');
    expect((await (await targetOf(limiting, { sleep })).send({ path })).status).toBe(200);
    expect(waits).toEqual([1000]);
  });

  it.each([
    [2, 60_000, [200, [1000, 1000]]],
    [9, 3000, [503, [1000, 1000, 1000]]],
  ])(
    'after %i responses with 503 and Retry-After and a limit of %i ms, responses and waits are %j',
    async (many, maxOutage, result) => {
      let received = 0;
      const waits: number[] = [];
      const sleep = (milliseconds: number): Promise<void> => Promise.resolve(void waits.push(milliseconds));
      const unavailable: RequestListener = (_, response) =>
        response.writeHead((received += 1) <= many ? 503 : 200, { 'Retry-After': '1' }).end('{}');
      const target = await targetOf(unavailable, { sleep, maxOutage });
      expect([(await target.send({ path })).status, waits]).toEqual(result);
      // The target does not wait again for a server that stays away.
      expect([(await target.send({ path })).status, waits]).toEqual(result);
    },
  );

  it('sends a request again if the server has closed its idle connection', async () => {
    const used = new WeakSet<Socket>();
    const responses: (() => unknown)[] = [];
    let arrived = 0;
    const target = await targetOf(({ socket }, response) => {
      if (used.has(socket)) return socket.destroy();
      used.add(socket);
      responses.push(() => response.end('{}'));
      // All requests arrive before the first response, so each has its own connection.
      if ((arrived += 1) >= 3) for (const each of responses.splice(0)) each();
      return undefined;
    });
    await Promise.all([target.send({ path }), target.send({ path }), target.send({ path })]);
    expect((await target.send({ path })).status).toBe(200);
  });

  it('ends waiting, running and later requests when it is closed', async () => {
    let arrived = 0;
    let allArrived: () => void = () => undefined;
    const all = new Promise<void>((resolve) => (allArrived = resolve));
    const arrive = (): void => void ((arrived += 1) === 3 && allArrived());
    const waiting = await targetOf((_, response) => {
      response.writeHead(429, { 'Retry-After': '100' }).end('{}');
      arrive();
    });
    const silent = await targetOf(arrive);
    const received = [waiting.send({ path }), silent.send({ path }), silent.send({ path, method: 'POST', body: '{}' })];
    const endings = Promise.allSettled(received);
    await all;
    for (const target of [waiting, silent]) target.close();
    const ending = { status: 'rejected', reason: { kind: expect.stringMatching(/^(?:closed|cut)$/) } };
    expect(await endings).toMatchObject([ending, ending, ending]);
    await expect(waiting.send({ path })).rejects.toThrow('the run has ended');
  });

  it('estimates the time of a run by the quota or its own limit', async () => {
    const headers = { 'RateLimit-Policy': '"default";q=300;w=10', RateLimit: '"default";r=60;t=10' };
    const target = await targetOf((_, response) => response.writeHead(200, headers).end('{}'));
    expect(target.secondsFor(1000)).toBe(0);
    await target.send({ path });
    expect([target.secondsFor(50), target.secondsFor(360)]).toEqual([0, 10]);
    expect(new Target(target.prefix, { token: 'a', rate: 2 }).secondsFor(100)).toBe(50);
  });
});
