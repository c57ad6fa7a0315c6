import { METHODS } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { createToken } from '@resource-catalogue/tokens';
import { readConfiguration } from '@resource-catalogue/program';
import { type Database, Overload, type ReadSource } from '@resource-catalogue/database';
import { ownDatabase, type TestDatabase } from '@resource-catalogue/database/testing/databases';
import { type Client, clientOf } from '@resource-catalogue/testing/requests';
import { connectTo } from '@resource-catalogue/testing/sockets';
import { until } from '@resource-catalogue/testing/until';
import { createApp } from '../../src/create-app.js';
import { Metrics } from '../../src/observability/metrics.js';
import { exchange, requestText } from './support/raw-client.js';

describe('the metrics of a service', () => {
  const metrics = new Metrics();
  let copy: TestDatabase;
  let service: Client;
  let port: number;
  let stop: () => Promise<void>;
  /** What the database is made to fail with, and what its answers about spaces wait for. */
  let failure: Error | null = null;
  let held: Promise<void> = Promise.resolve();
  let newToken: (requests: number) => Promise<string>;

  beforeAll(async () => {
    copy = await ownDatabase();
    const { database } = copy;
    newToken = async (requests) => {
      const quota = { requests, seconds: 3600 };
      return (await createToken(database.prisma, { name: 'test', scopes: ['read'], quota, expiresAt: null })).token;
    };
    const source: ReadSource = {
      ...database.source,
      query: async (statement, values) => {
        if (statement.collection !== undefined) await held;
        if (failure) throw failure;
        return database.source.query(statement, values);
      },
    };
    const connections = () => ({ total: 7, idle: 4, waiting: 2 });
    const failing: Database = { ...database, connections, source, reads: source };
    const configuration = readConfiguration({ AUTH_FAILURE_LIMIT: '1/1h' });
    const app = await createApp(configuration, failing, pino({ level: 'silent' }), { metrics });
    await app.listen(0, '127.0.0.1');
    const url = await app.getUrl();
    port = Number(new URL(url).port);
    service = clientOf(url, await newToken(1_000_000));
    stop = () => app.close();
  });
  afterAll(async () => {
    await service.close();
    await stop();
    await copy.drop();
  });

  /** The present values of all series of a metric, by their labels as Prometheus writes them. */
  async function series(name: string): Promise<Readonly<Record<string, number>>> {
    const lines = (await metrics.registry.metrics()).split('\n');
    const own = lines.flatMap((line) => (new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`).exec(line) ?? []).slice(1, 3));
    return Object.fromEntries(own.flatMap((labels, at) => (at % 2 === 0 ? [[labels ?? '', Number(own[at + 1])]] : [])));
  }

  /** By how much each series has grown while the work was done. The end of an answer is recorded after it has arrived. */
  async function growth(name: string, work: () => Promise<unknown>): Promise<Readonly<Record<string, number>>> {
    const before = await series(name);
    await work();
    await until(async () => (await series('catalogue_http_requests_in_flight'))[''] === 0);
    const after = Object.entries(await series(name));
    return Object.fromEntries(
      after.flatMap(([labels, value]) => {
        const grown = value - (before[labels] ?? 0);
        return grown === 0 ? [] : [[labels, grown]];
      }),
    );
  }

  it('are not on the port of the service', async () => {
    expect((await service.request('/metrics')).status).toBe(404);
  });

  it('count requests by the template of the path, method and status, and how long they took', async () => {
    const ask = async () => {
      await service.request('/api/v1/spaces?limit=1&filters[name][in]=x');
      await service.request('/api/v1/spaces/00000000-0000-7000-8000-000000000000');
      await service.request('/api/v1/spaces', { token: false });
      await service.request('/api/v1/spaces', { method: 'DELETE' });
      await service.request('/problems/not_found', { method: 'HEAD' });
    };
    expect(await growth('catalogue_http_requests_total', ask)).toEqual({
      'route="/api/v1/spaces",method="GET",status="400"': 1,
      'route="/api/v1/spaces/:id",method="GET",status="404"': 1,
      'route="/api/v1/spaces",method="GET",status="401"': 1,
      'route="/api/v1/spaces",method="DELETE",status="405"': 1,
      'route="/problems/:code",method="HEAD",status="200"': 1,
    });
    expect(await growth('catalogue_http_request_duration_seconds_count', ask)).toEqual({
      'route="/api/v1/spaces"': 3,
      'route="/api/v1/spaces/:id"': 1,
      'route="/problems/:code"': 1,
    });
  });

  it('have no label that a stranger chooses', async () => {
    const grown = await growth('catalogue_http_requests_total', async () => {
      for (const target of [
        '/a',
        '/b?c',
        '/%zz',
        '//',
        '/api/v2/x',
        '/__proto__',
        '/constructor',
        `/${'x'.repeat(99)}`,
      ]) {
        await exchange(port, requestText(`GET ${target} HTTP/1.1`));
      }
      for (const method of METHODS.filter((each) => each !== 'CONNECT')) {
        await exchange(port, requestText(`${method} /nothing HTTP/1.1`), { head: method === 'HEAD' });
      }
    });
    const known = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PATCH', 'PUT', 'DELETE', 'other'];
    expect(Object.keys(grown).sort()).toEqual(
      known.map((method) => `route="unknown",method="${method}",status="404"`).sort(),
    );
  });

  it('tell how many requests are in flight, and count those whose client leaves', async () => {
    let release: () => void = () => undefined;
    held = new Promise((resolve) => (release = resolve));
    const grown = await growth('catalogue_http_requests_total', async () => {
      const socket = connectTo(port);
      const header = `Authorization: Bearer ${await newToken(1)}`;
      socket.write(requestText('GET /api/v1/spaces HTTP/1.1', [header]));
      await until(async () => (await series('catalogue_http_requests_in_flight'))[''] === 1);
      socket.resetAndDestroy();
      await until(async () => (await series('catalogue_http_requests_in_flight'))[''] === 0);
      release();
    });
    expect(grown).toEqual({ 'route="/api/v1/spaces",method="GET",status="cut_off"': 1 });
  });

  it('RATE-1: count what is refused for a quota, by the quota', async () => {
    const token = await newToken(1);
    const grown = await growth('catalogue_rate_limited_total', async () => {
      for (const sent of [token, token, token, 'bad', 'bad']) await service.request('/api/v1/spaces', { token: sent });
    });
    expect(grown).toEqual({ 'limit="token"': 2, 'limit="failed_logins"': 1 });
  });

  it('ERR-6: count 503 by what kept the database from answering', async () => {
    const failures = [
      new Overload('Too many wait.'),
      Object.assign(new Error('canceling statement'), { cause: { code: '57014' } }),
      Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
    ];
    const grown = await growth('catalogue_unavailable_total', async () => {
      for (failure of failures) expect((await service.request('/api/v1/spaces')).status).toBe(503);
      failure = null;
    });
    expect(grown).toEqual({ 'reason="bulkhead"': 1, 'reason="statement_timeout"': 1, 'reason="database"': 1 });
  });

  it('HTTP-2: count answers that were given again', async () => {
    const { headers } = await service.request('/api/v1/plans');
    const again = { headers: { 'if-none-match': String(headers['etag']) } };
    const grown = await growth('catalogue_unchanged_answers_total', async () => {
      for (let count = 0; count < 3; count += 1) {
        expect((await service.request('/api/v1/plans', again)).status).toBe(304);
      }
    });
    expect(grown).toEqual({ '': 2 });
  });

  it('tell of the cache of summaries', async () => {
    let limit = 20;
    // Each time another page: what is asked for again is not made again.
    const read = () => service.request(`/api/v1/bookings?limit=${(limit -= 1)}`);
    const missed = await growth('catalogue_summary_cache_misses_total', read);
    expect(missed['']).toBeGreaterThan(0);
    expect((await series('catalogue_summary_cache_entries'))['']).toBeGreaterThan(0);
    expect(await growth('catalogue_summary_cache_misses_total', read)).toEqual({});
    expect((await growth('catalogue_summary_cache_hits_total', read))['']).toBeGreaterThan(0);
    await copy.database.exec(`UPDATE members SET first_name = 'X'`);
    const dropped = await growth('catalogue_summary_cache_evictions_total', read);
    expect(dropped).toEqual({ 'reason="changed"': expect.any(Number) });
  });

  it('tell of the connections, and of the mirror where there is one', async () => {
    const names = ['', '_idle', '_waiting'].map((end) => `catalogue_database_connections${end}`);
    expect(await Promise.all(names.map(series))).toEqual([{ '': 7 }, { '': 4 }, { '': 2 }]);
    expect(await series('catalogue_mirror_lag_seconds')).toEqual({});
    await copy.database.exec(
      `INSERT INTO mirrors (source, refuses_writes, compared_at, followed_at)
       VALUES ('https://a.example', true, now() - interval '2 hours', now() - interval '1 minute')`,
    );
    expect((await series('catalogue_mirror_lag_seconds'))['']).toBeGreaterThanOrEqual(60);
    expect((await series('catalogue_mirror_compared_seconds'))['']).toBeGreaterThanOrEqual(7200);
  });
});
