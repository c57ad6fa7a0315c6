import { createServer, request, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { ReferenceServer } from '@resource-catalogue/reference-server';
import { InProcessTransport } from '../../mutants/harness/in-process-transport.js';
import { type MutantOptions, startMutant } from '../../mutants/start-mutant.js';
import { idOf } from '../json.js';
import { takeSnapshot } from '../snapshot.js';
import { Target, type TargetOptions } from '../target/target.js';
import type { Transport } from '../target/wire.js';
import type { Result } from './result.js';
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

/** A server of the test's own, which answers so. */
async function serve(listener: RequestListener): Promise<string> {
  const own = createServer(listener);
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
  left.push(() => own.close().closeAllConnections());
  return `http://127.0.0.1:${(own.address() as AddressInfo).port}`;
}

async function targetOf(listener: RequestListener, options: Partial<TargetOptions> = {}): Promise<Target> {
  const target = new Target(await serve(listener), { token: 'a', ...options });
  left.push(() => target.close());
  return target;
}

const path = '/api/v1/users';

describe('a run', () => {
  it('fails nothing on data that changes meanwhile: what changed is run again, or shows nothing', async () => {
    const target = new Target(server.url, { token: server.tokens.second });
    left.push(() => target.close());
    const ids = (await takeSnapshot(target, 1000)).get('projects')?.rows.map(idOf) ?? [];
    const transport = new InProcessTransport(server);
    let sent = 0;
    // Somebody else writes whenever the run has sent so many requests, however long those take.
    const send: Transport['send'] = async (asked) => {
      sent += 1;
      const project = `/api/v1/projects/${ids[(sent / 20) % ids.length]}`;
      const headers = { 'Content-Type': 'application/json' };
      const change = { path: project, method: 'PATCH', headers, body: JSON.stringify({ name: `Changed ${sent}` }) };
      if (sent % 20 === 0) await target.send(change);
      return transport.send(asked);
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

  it('writes nothing without permission, and says what it did not do', async () => {
    const options = { token: server.tokens.full, transport: new InProcessTransport(server) };
    const target = new Target(server.url, options);
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
    ['passes a check that gets its answer at the next attempt', 2, ['passed', null]],
    [
      'fails a check that never gets an answer',
      Infinity,
      ['failed', expect.stringMatching(/^an answer — .* cut the /)],
    ],
  ])('%s', async (_, most, ending) => {
    const good = server.tokens.full;
    let cut = 0;
    // A proxy that cuts so many requests whose token is not the good one.
    const url = await serve((asked, answer) => {
      const { method, url: target = '', headers } = asked;
      if (headers.authorization !== `Bearer ${good}` && (cut += 1) <= most) return asked.socket.destroy();
      return asked.pipe(
        request(`${server.url}${target}`, { method, headers }, (given) => {
          answer.writeHead(given.statusCode ?? 500, given.headers);
          given.pipe(answer);
        }),
      );
    });
    const { results } = await runChecks(url, { token: good, only: ['mistyped-tokens-are-refused'] });
    expect(results.map(({ outcome, reason }) => [outcome, reason])).toEqual([ending]);
  });

  const limited = { requests: 70, seconds: 60 };

  it.each<[string, Omit<MutantOptions, 'size'>, Partial<Result>]>([
    ['passes where it is kept and good tokens are not limited', { refusedQuota: limited }, { outcome: 'passed' }],
    ['fails where it is told by a 503', { refusedQuota: limited, mutant: 'rate-503' }, { outcome: 'failed' }],
    ['fails where it is no problem', { refusedQuota: limited, mutant: 'errors-media-type' }, { outcome: 'failed' }],
    [
      'shows nothing where it is higher than what is sent',
      {},
      { outcome: 'inconclusive', reason: 'no 429 after 2000 refused tokens: the operator may allow more' },
    ],
  ])('RATE-1: a check of the limit of refused tokens %s', async (_, options, result) => {
    const own = await startMutant({ size: 'poor', ...options });
    left.push(() => void own.close());
    const transport = new InProcessTransport(own);
    const only = ['refused-tokens-are-counted-by-address'];
    const { results } = await runChecks(own.url, { token: own.tokens.full, allowBurst: true, only, transport });
    expect(results).toMatchObject([result]);
  });
});

describe('a target', () => {
  it('waits out a 429, as long as the server says', async () => {
    let asked = 0;
    const waits: number[] = [];
    const sleep = (milliseconds: number): Promise<void> => Promise.resolve(void waits.push(milliseconds));
    const limiting: RequestListener = (_, answer) => {
      asked += 1;
      answer.writeHead(asked === 1 ? 429 : 200, { 'Retry-After': '1' }).end('{}');
    };
    expect((await (await targetOf(limiting, { sleep })).send({ path })).status).toBe(200);
    expect(waits).toEqual([1000]);
  });

  it('loses no answer to a connection that the server gave up, even if all idle ones are as old', async () => {
    const used = new WeakSet<Socket>();
    const answers: (() => unknown)[] = [];
    let arrived = 0;
    const target = await targetOf(({ socket }, answer) => {
      if (used.has(socket)) return socket.destroy();
      used.add(socket);
      answers.push(() => answer.end('{}'));
      // All are asked before one is answered, so that each has a connection of its own.
      if ((arrived += 1) >= 3) for (const each of answers.splice(0)) each();
      return undefined;
    });
    await Promise.all([target.send({ path }), target.send({ path }), target.send({ path })]);
    expect((await target.send({ path })).status).toBe(200);
  });

  it('says that a connection was cut', async () => {
    const target = await targetOf(({ socket }) => socket.destroy());
    await expect(target.send({ path })).rejects.toThrow('cut the connection before its answer was complete');
  });

  it('that is closed ends what waits for a quota, what is under way, and what still wants to ask', async () => {
    let arrived = 0;
    let allArrived: () => void = () => undefined;
    const all = new Promise<void>((resolve) => (allArrived = resolve));
    const arrive = (): void => void ((arrived += 1) === 3 && allArrived());
    const waiting = await targetOf((_, answer) => {
      answer.writeHead(429, { 'Retry-After': '100' }).end('{}');
      arrive();
    });
    const silent = await targetOf(arrive);
    const asked = [waiting.send({ path }), silent.send({ path }), silent.send({ path, method: 'POST', body: '{}' })];
    const endings = Promise.allSettled(asked);
    await all;
    for (const target of [waiting, silent]) target.close();
    const ending = { status: 'rejected', reason: { kind: expect.stringMatching(/^(?:closed|cut)$/) } };
    expect(await endings).toMatchObject([ending, ending, ending]);
    await expect(waiting.send({ path })).rejects.toThrow('the run has ended');
  });

  it('tells the time that a quota or its own limit makes of requests', async () => {
    const headers = { 'RateLimit-Policy': '"default";q=300;w=10', RateLimit: '"default";r=60;t=10' };
    const target = await targetOf((_, answer) => answer.writeHead(200, headers).end('{}'));
    expect(target.secondsFor(1000)).toBe(0);
    await target.send({ path });
    expect([target.secondsFor(50), target.secondsFor(360)]).toEqual([0, 10]);
    expect(new Target(target.prefix, { token: 'a', rate: 2 }).secondsFor(100)).toBe(50);
  });
});
