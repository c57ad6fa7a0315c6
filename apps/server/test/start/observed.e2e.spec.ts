import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { newAccessToken } from '@resource-catalogue/tokens';
import { seededDatabase } from '@resource-catalogue/database/testing/databases';
import { asArray, type JsonObject, asObject, asText, valuesAt } from '@resource-catalogue/testing/json';
import { listen } from '@resource-catalogue/testing/sockets';
import { makeClient, type RequestOptions } from '@resource-catalogue/testing/requests';
import { banner, seededFolder, startService, fetchStatus } from '@resource-catalogue/testing/running-program';
import { newToken } from '../support/service.js';

/** The attributes of a span by key. */
const attributesOf = (span: JsonObject): JsonObject =>
  Object.fromEntries(
    asArray(span['attributes'])
      .map(asObject)
      .map(({ key, value }) => [asText(key), Object.values(asObject(value))[0]]),
  );

/** A collector of traces (OTLP over HTTP), and the spans it received. */
async function startCollector() {
  const bodies: unknown[] = [];
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      bodies.push(request.url === '/v1/traces' ? body : request.url);
      response.setHeader('Content-Type', 'application/json').end('{}');
    });
  });
  return { bodies, url: `http://127.0.0.1:${await listen(server)}`, close: () => server.close() };
}

it('requests succeed while the collector of traces is unreachable, which is logged', async () => {
  const service = startService({
    DATA_DIR: await seededFolder(),
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    OTEL_BSP_SCHEDULE_DELAY: '1',
    OTEL_EXPORTER_OTLP_TIMEOUT: '100',
  });
  const { url, token } = await banner(service);
  expect(await fetchStatus(`${url}/api/v1/spaces`, token)).toBe(200);
  await service.untilOutput(/"traces are not sent"/);
  service.child.kill('SIGINT');
  expect((await service.ended).code).toBe(0);
});

const traceId = '0af7651916cd43dd8448eb211c80319c';
const parent = 'b7ad6b7169203331';
const template = '/api/v1/spaces/:id';
const unknownId = '00000000-0000-7000-8000-000000000000';

/** A request is a span of its trace, with its statements as child spans. */
function expectTraced(bodies: readonly unknown[]): void {
  const all = bodies.flatMap((body) => valuesAt(body, 'resourceSpans[].scopeSpans[].spans[]')).map(asObject);
  const spans = all.filter((span) => span['traceId'] === traceId);
  const roots = spans.filter(({ parentSpanId }) => parentSpanId === parent);
  const shown = roots.map((span) => {
    const { 'http.route': route, 'http.response.status_code': status } = attributesOf(span);
    return [span['name'], route, status];
  });
  expect(shown).toEqual([
    ['GET /api/v1/bookings', '/api/v1/bookings', 200],
    [`GET ${template}`, template, 404],
    ['GET', undefined, 404],
  ]);
  const below = spans.filter(({ parentSpanId }) => parentSpanId === roots[0]?.['spanId']).map(({ name }) => name);
  expect(below).toEqual(expect.arrayContaining(['read bookings', 'prisma:client:operation']));
}

describe('on the database', () => {
  it('ERR-5: requests are traced, and no log, metric or trace contains a token, a password or a value of a request', async () => {
    const collector = await startCollector();
    const { database, location, drop } = await seededDatabase();
    const { token } = await newToken(database);
    const unknownToken = newAccessToken();
    await database.close();
    const service = startService({
      DATABASE_URL: withPassword(location.databaseUrl),
      DEMO: 'off',
      ...{ LOG_LEVEL: 'trace', SLOW_REQUEST: '1ms', METRICS_PORT: '0' },
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=canary-collector',
      OTEL_SERVICE_NAME: 'ours',
    });
    const { url } = await banner(service);
    const email = 'canary.query@example.org';
    const { request } = makeClient(url, token);
    const ask = async (path: string, options: RequestOptions = {}) => (await request(path, options)).status;
    const traced = { traceparent: `00-${traceId}-${parent}-01`, 'x-request-id': 'mine' };
    for (const path of ['/api/v1/bookings?limit=2', template.replace(':id', unknownId), '/nothing'])
      await ask(path, { headers: traced });
    const headers = { 'content-type': 'application/json' };
    const post = (body: string) => ask('/api/v1/projects', { method: 'POST', headers, body });
    const statuses = [
      await ask(`/api/v1/bookings?filters[state][in]=${encodeURIComponent(email)}&access_token=${unknownToken}`),
      await ask('/api/v1/projects?limit=1', { token: unknownToken }),
      await post(JSON.stringify({ name: 'canary.body@example.org', author_id: unknownId })),
      await post('{"name":"canary.body@example.org'),
      await ask('/api/v1/spaces'),
      await ask(`/api/v1/users?filters[email][in]=${email}`),
    ];
    expect(statuses.slice(0, 5)).toEqual([400, 401, 400, 400, 200]);
    const [, address = ''] = /^Metrics +(\S+)$/m.exec(await service.untilOutput(/^Metrics +\S+$/m)) ?? [];
    const metrics = await (await fetch(address)).text();
    // The log has all details of the driver's error.
    await drop();
    expect(await ask('/api/v1/spaces')).toBe(503);
    service.child.kill('SIGINT');
    const { code, stdout, stderr } = await service.ended;
    expect(code).toBe(0);

    collector.close();
    expectTraced(collector.bodies);
    const seen = { log: `${stdout}${stderr}`, metrics, traces: JSON.stringify(collector.bodies) };
    expect(seen.traces).toContain('"stringValue":"ours"');
    const mine = stdout
      .split('\n')
      .filter((line) => line.includes('"requestId":"mine"') && line.includes('"completed"'));
    expect(mine).toEqual(Array(3).fill(expect.stringContaining(`"traceId":"${traceId}"`)));
    expect(seen.log).toContain('"slow request"');
    expect(seen.metrics).toContain('catalogue_http_requests_total{route="/api/v1/users"');
    expect(seen.traces).toContain('read spaces');
    const secrets = ['canary', token.slice(4, 47), unknownToken.slice(4, 47)];
    for (const [where, text] of Object.entries(seen)) {
      for (const secret of secrets) expect([where, secret, text.includes(secret)]).toEqual([where, secret, false]);
    }
  });
});

/** A password to search for; servers of tests need none. */
function withPassword(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.password ||= 'canary-password';
  return url.href;
}
