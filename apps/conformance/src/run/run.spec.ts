import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startMutant } from '../../mutants/start-mutant.js';
import { InProcessTransport } from '../../mutants/harness/in-process-transport.js';
import { exhaustive } from '../../test/exhaustive.js';
import { takeSnapshot } from '../snapshot.js';
import { idOf } from '../json.js';
import { Target } from '../target/target.js';
import type { Transport } from '../target/wire.js';
import { runChecks } from './run.js';

/** The run sends some thousands. */
const requestsOfChange = 20;

let server: Awaited<ReturnType<typeof startMutant>>;
beforeAll(async () => {
  server = await startMutant({ size: 'rich' });
});
afterAll(() => server.close());

describe('a run on data that changes meanwhile', () => {
  it('fails nothing: what changed is run again, or shows nothing', async () => {
    const target = new Target(server.url, { token: server.tokens.second });
    const ids = (await takeSnapshot(target, 1000)).get('projects')?.rows.map(idOf) ?? [];
    const change = (turn: number): Promise<unknown> => {
      const path = `/api/v1/projects/${ids[turn % ids.length]}`;
      const headers = { 'Content-Type': 'application/json' };
      return target.send({ path, method: 'PATCH', headers, body: JSON.stringify({ name: `Changed ${turn}` }) });
    };
    const transport = new InProcessTransport(server);
    let sent = 0;
    // Somebody else writes whenever the run has sent so many requests, however long those take.
    const send: Transport['send'] = async (request) => {
      sent += 1;
      if (sent % requestsOfChange === 0) await change(sent / requestsOfChange);
      return transport.send(request);
    };
    const run = await runChecks(server.url, {
      token: server.tokens.full,
      only: ['paging', 'sort', 'get', 'schema'],
      subjects: exhaustive ? [] : ['projects', 'GET /api/v1/projects/{id}', 'members', 'project_licenses'],
      seed: 3,
      transport: { send, close: () => transport.close() },
    });
    target.close();
    expect(run.changed).toContain('projects');
    expect(
      run.results
        .filter(({ outcome }) => outcome === 'failed')
        .map(({ check, subject, reason }) => [check, subject, reason]),
    ).toEqual([]);
  });
});

describe('a run without permission', () => {
  it('writes nothing, and says what it did not do', async () => {
    const target = new Target(server.url, { token: server.tokens.full });
    const before = (await takeSnapshot(target, 1000)).get('projects')?.rows;
    const run = await runChecks(server.url, {
      token: server.tokens.full,
      only: ['writes', 'auth', 'errors', 'concurrency'],
    });
    expect((await takeSnapshot(target, 1000)).get('projects')?.rows).toEqual(before);
    target.close();
    const writes = run.results.filter(({ family }) => family === 'writes');
    expect(new Set(writes.map(({ outcome, reason }) => `${outcome}: ${reason}`))).toEqual(
      new Set(['disabled: needs --allow-writes', 'disabled: needs --allow-writes and --second-token']),
    );
  });
});

describe('a request without an answer', () => {
  /** The server behind a proxy that cuts so many requests whose token is not the good one. */
  async function cutting(most: number): Promise<readonly (string | null)[][]> {
    const good = server.tokens.full;
    let cut = 0;
    const proxy = createServer((asked, answer) => {
      const { method, url = '', headers } = asked;
      if (headers.authorization !== `Bearer ${good}` && (cut += 1) <= most) asked.socket.destroy();
      else {
        const onward = request(`${server.url}${url}`, { method, headers }, (given) => {
          answer.writeHead(given.statusCode ?? 500, given.headers);
          given.pipe(answer);
        });
        asked.pipe(onward);
      }
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const { port } = proxy.address() as AddressInfo;
    const only = ['mistyped-tokens-are-refused'];
    const { results } = await runChecks(`http://127.0.0.1:${port}`, { token: good, only });
    proxy.close();
    proxy.closeAllConnections();
    return results.map(({ outcome, reason }) => [outcome, reason]);
  }

  it('fails nothing where it has one the next time', async () => {
    expect(await cutting(2)).toEqual([['passed', null]]);
  });

  it('fails its check where it never has one', async () => {
    expect(await cutting(Infinity)).toEqual([['failed', expect.stringMatching(/^an answer — .* cut the connection /)]]);
  });
});

describe('the target', () => {
  it('waits out a 429, as long as the server says', async () => {
    let asked = 0;
    const limiting = createServer((_, answer) => {
      asked += 1;
      if (asked === 1) answer.writeHead(429, { 'Retry-After': '1' }).end('{}');
      else answer.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
    await new Promise<void>((resolve) => limiting.listen(0, '127.0.0.1', resolve));
    const { port } = limiting.address() as AddressInfo;
    const waits: number[] = [];
    const sleep = (milliseconds: number): Promise<void> => Promise.resolve(void waits.push(milliseconds));
    const target = new Target(`http://127.0.0.1:${port}`, { token: 'a', sleep });
    expect((await target.send({ path: '/api/v1/users' })).status).toBe(200);
    expect(waits).toEqual([1000]);
    target.close();
    limiting.close();
  });
});
