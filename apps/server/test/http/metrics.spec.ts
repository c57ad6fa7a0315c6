import { readFileSync } from 'node:fs';
import { METHODS } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Overload } from '@resource-catalogue/concurrency';
import type { Database, ReadSource } from '@resource-catalogue/database';
import { seededDatabase } from '@resource-catalogue/database/testing/databases';
import { connectTo } from '@resource-catalogue/testing/sockets';
import { until } from '@resource-catalogue/testing/until';
import { Metrics } from '../../src/observability/metrics.js';
import { startOn, type TestService } from '../support/service.js';
import { exchange, requestText } from './support/raw-client.js';

const metrics = new Metrics();
let service: TestService;
/** The error of the database, and a promise that its responses wait for. */
let failure: Error | null = null;
let held: Promise<void> = Promise.resolve();

beforeAll(async () => {
  const copy = await seededDatabase();
  const source: ReadSource = {
    ...copy.database.source,
    query: async (statement, values) => {
      if (statement.collection !== undefined) await held;
      if (failure) throw failure;
      return copy.database.source.query(statement, values);
    },
  };
  const connections = () => ({ total: 7, idle: 4, waiting: 2 });
  const database: Database = { ...copy.database, connections, source, reads: source };
  metrics.observeProcess('postgres');
  service = await startOn({ ...copy, database }, { authFailureLimit: { requests: 1, seconds: 3600 } }, { metrics });
});
afterAll(() => service.close());

describe('the metrics of a service', () => {
  /** The values of all series of a metric, by labels in Prometheus notation. */
  async function series(name: string): Promise<Readonly<Record<string, number>>> {
    const text = await metrics.registry.metrics();
    const lines = text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm'));
    return Object.fromEntries([...lines].map(([, labels = '', value]) => [labels, Number(value)]));
  }

  const inFlight = async () => (await series('catalogue_http_requests_in_flight'))[''];

  /** The growth of each series during the work. The end of a response is recorded after it has arrived. */
  async function growth(name: string, work: () => Promise<unknown>): Promise<Readonly<Record<string, number>>> {
    const before = await series(name);
    await work();
    await until(async () => (await inFlight()) === 0);
    const after = Object.entries(await series(name));
    const grown = after.map(([labels, value]): [string, number] => [labels, value - (before[labels] ?? 0)]);
    return Object.fromEntries(grown.filter(([, by]) => by !== 0));
  }

  it('metrics are not served on the port of the service', async () => {
    expect((await service.request('/metrics')).status).toBe(404);
  });

  it('metrics count requests and measure their duration by path template, method and status', async () => {
    const before = await series('catalogue_http_request_duration_seconds_count');
    const counted = await growth('catalogue_http_requests_total', async () => {
      await service.request('/api/v1/spaces?limit=1&filters[summary][in]=x');
      await service.request('/api/v1/spaces/00000000-0000-7000-8000-000000000000');
      await service.request('/api/v1/spaces', { method: 'DELETE' });
      await service.request('/problems/not_found', { method: 'HEAD' });
    });
    expect(counted).toEqual({
      'route="/api/v1/spaces",method="GET",status="400"': 1,
      'route="/api/v1/spaces/:id",method="GET",status="404"': 1,
      'route="/api/v1/spaces",method="DELETE",status="405"': 1,
      'route="/problems/:code",method="HEAD",status="200"': 1,
    });
    const after = await series('catalogue_http_request_duration_seconds_count');
    const measured = (after['route="/api/v1/spaces"'] ?? 0) - (before['route="/api/v1/spaces"'] ?? 0);
    expect(measured).toBe(2);
  });

  it('no label of the metrics has a value chosen by a client', async () => {
    const methods = METHODS.filter((each) => each !== 'CONNECT');
    const grown = await growth('catalogue_http_requests_total', async () => {
      for (const target of ['/a', '/b?c', '/%zz', '//', '/api/v2/x', '/__proto__', '/constructor']) {
        await exchange(service.port, requestText(`GET ${target} HTTP/1.1`));
      }
      for (const method of methods) {
        await exchange(service.port, requestText(`${method} /nothing HTTP/1.1`), { head: method === 'HEAD' });
      }
    });
    const known = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PATCH', 'PUT', 'DELETE', 'other'];
    const labels = known.map((method) => `route="unknown",method="${method}",status="404"`);
    expect(Object.keys(grown).sort()).toEqual(labels.sort());
  });

  it('metrics count requests in flight, and those whose client disconnects', async () => {
    let release: () => void = () => undefined;
    held = new Promise((resolve) => (release = resolve));
    const grown = await growth('catalogue_http_requests_total', async () => {
      const socket = connectTo(service.port);
      socket.write(requestText('GET /api/v1/spaces HTTP/1.1', [`Authorization: Bearer ${service.token}`]));
      await until(async () => (await inFlight()) === 1);
      socket.resetAndDestroy();
      await until(async () => (await inFlight()) === 0);
      release();
    });
    expect(grown).toEqual({ 'route="/api/v1/spaces",method="GET",status="cut_off"': 1 });
  });

  it('RATE-1, ERR-6, HTTP-2: metrics count 429 by quota, 503 by reason, and repeated responses', async () => {
    const { token } = await service.newToken({ quota: { requests: 1, seconds: 3600 } });
    const limited = await growth('catalogue_rate_limited_total', async () => {
      for (const sent of [token, token, token, 'bad', 'bad']) await service.request('/api/v1/spaces', { token: sent });
    });
    expect(limited).toEqual({ 'limit="token"': 2, 'limit="failed_logins"': 1 });

    const failures = [
      new Overload('Too many wait.'),
      Object.assign(new Error('canceling statement'), { cause: { code: '57014' } }),
      Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
    ];
    const unavailable = await growth('catalogue_unavailable_total', async () => {
      for (failure of failures) expect((await service.request('/api/v1/spaces')).status).toBe(503);
      failure = null;
    });
    expect(unavailable).toEqual({ 'reason="bulkhead"': 1, 'reason="statement_timeout"': 1, 'reason="database"': 1 });

    const repeated = async () => (await series('catalogue_unchanged_responses_total'))[''] ?? 0;
    const before = await repeated();
    // A write to another test's database on this server changes the state too.
    await until(async () => {
      await service.request('/api/v1/plans');
      return (await repeated()) > before;
    });
  });

  it('metrics count entries, hits, misses and evictions of the summary cache', async () => {
    let limit = 20;
    // A different page each time, because an unchanged response is repeated.
    const read = () => service.request(`/api/v1/bookings?limit=${(limit -= 1)}`);
    const name = 'catalogue_summary_cache';
    expect((await growth(`${name}_misses_total`, read))['']).toBeGreaterThan(0);
    expect((await series(`${name}_entries`))['']).toBeGreaterThan(0);
    expect(await growth(`${name}_misses_total`, read)).toEqual({});
    expect((await growth(`${name}_hits_total`, read))['']).toBeGreaterThan(0);
    await service.database.exec(`UPDATE members SET first_name = 'X'`);
    expect(await growth(`${name}_evictions_total`, read)).toEqual({ 'reason="changed"': expect.any(Number) });
  });

  it('metrics count database connections, and measure the lag of a mirror', async () => {
    const names = ['', '_idle', '_waiting'].map((end) => `catalogue_database_connections${end}`);
    expect(await Promise.all(names.map(series))).toEqual([{ '': 7 }, { '': 4 }, { '': 2 }]);
    expect(await series('catalogue_mirror_lag_seconds')).toEqual({});
    await service.database.exec(
      `INSERT INTO mirrors (source, refuses_writes, compared_at, followed_at)
       VALUES ('https://a.example', true, now() - interval '2 hours', now() - interval '1 minute')`,
    );
    expect((await series('catalogue_mirror_lag_seconds'))['']).toBeGreaterThanOrEqual(60);
    expect((await series('catalogue_mirror_compared_seconds'))['']).toBeGreaterThanOrEqual(7200);
  });
});

const docs = (path: string) => readFileSync(new URL(`../../../../docs/operations/${path}`, import.meta.url), 'utf8');
const namesIn = (text: string) => [...new Set(text.match(/\b(?:catalogue|nodejs|process)_[a-z_]+/g))].sort();

it('the dashboard and the alerts use metrics of the service, and the dashboard shows all of them', async () => {
  const [dashboard, alerts] = [docs('monitoring/dashboard.json'), docs('monitoring/alerts.yaml')].map(namesIn);
  const known = await metrics.registry.getMetricsAsJSON();
  const own = known.map(({ name }) => name).filter((name) => name.startsWith('catalogue_'));
  const series = namesIn(await metrics.registry.metrics());
  expect(series).toEqual(expect.arrayContaining([...(dashboard ?? []), ...(alerts ?? [])]));
  const shown = (dashboard ?? []).map((name) => name.replace(/_(bucket|sum|count)$/, ''));
  expect(shown).toEqual(expect.arrayContaining(own));
});
