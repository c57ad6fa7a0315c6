import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { collections, problemCodes } from '@resource-catalogue/contracts';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { ask, idsOf, jsonOf, list, type Reply, rows } from '../../test/ask.js';
import { isObject, objectIn } from '../json.js';
import { type ReferenceServer, startReferenceServer } from '../start.js';
import { exposedHeaders } from './answers.js';

const nothing = '00000000-0000-7000-8000-000000000000';

describe('the reference server over HTTP', () => {
  let server: ReferenceServer;
  let operations: { method: string; path: string }[];

  beforeAll(async () => {
    server = await startReferenceServer({ size: 'rich', basePath: '/catalogue', origins: ['https://app.example.org'] });
    operations = [];
    for (const { name, get } of collections) {
      const [id = ''] = idsOf(await rows(server, name, 'limit=1'));
      operations.push({ method: 'GET', path: `/api/v1/${name}` });
      if (get) operations.push({ method: 'GET', path: `/api/v1/${name}/${id}` });
      if (name === 'projects')
        operations.push(
          { method: 'POST', path: `/api/v1/${name}` },
          { method: 'PATCH', path: `/api/v1/${name}/${id}` },
        );
    }
  });
  afterAll(() => server.close());

  function expectProblem(reply: Reply, code: keyof typeof problemCodes): void {
    const body = jsonOf(reply);
    expect([reply.status, body['code'], reply.headers['content-type']]).toEqual([
      problemCodes[code].status,
      code,
      'application/problem+json',
    ]);
    expect(body).toMatchObject({
      type: `${server.url}/problems/${code}`,
      status: reply.status,
      request_id: reply.headers['x-request-id'],
    });
    expect('errors' in body).toBe(reply.status === 400);
    expect(reply.headers['cache-control']).toBe('no-store');
  }

  it('AUTH-1, AUTH-2: asks for a token on every operation', async () => {
    for (const { method, path } of operations) {
      const none = await ask(server, path, { method, token: null });
      expectProblem(none, 'missing_token');
      expect(none.headers['www-authenticate']).toBe('Bearer realm="catalogue"');
      for (const token of [server.tokens.revoked, server.tokens.expired, 'x', `${server.tokens.full}x`]) {
        const bad = await ask(server, path, { method, token });
        expectProblem(bad, 'invalid_token');
        expect(bad.headers['www-authenticate']).toBe('Bearer realm="catalogue", error="invalid_token"');
      }
    }
  });

  it('HTTP-9: ends the connection behind an upgrade, so that no answer is to another request', async () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
    socket.write(get('/r1', 'Connection: Upgrade\r\nUpgrade: h2c\r\n') + get('/r2'));
    expect((await text(socket)).match(/^(HTTP\/1|connection: ).*(?=\r)/gim)).toEqual([
      'HTTP/1.1 404 Not Found',
      'Connection: close',
    ]);
  });

  it('AUTH-3: names the narrowest scope on all operations but those of bookings', async () => {
    for (const { method, path } of operations) {
      const reply = await ask(server, path, { method, token: server.tokens.limited });
      const name = path.split('/')[3] ?? '';
      if (name === 'bookings') expect(reply.status).toBe(200);
      else {
        expectProblem(reply, 'insufficient_scope');
        const scope = method === 'GET' ? `${name}:read` : 'projects:write';
        expect(reply.headers['www-authenticate']).toBe(
          `Bearer realm="catalogue", error="insufficient_scope", scope="${scope}"`,
        );
      }
    }
  });

  it('HTTP-2, HTTP-3: HEAD is GET without its body; a tag that is sent back leads to 304', async () => {
    for (const { path } of operations.filter(({ method }) => method === 'GET')) {
      const get = await ask(server, path);
      const head = await ask(server, path, { method: 'HEAD' });
      const lasting = ({ headers }: Reply) => [
        headers['etag'],
        headers['content-length'],
        headers['link'],
        headers['vary'],
      ];
      expect([head.status, head.text, lasting(head)]).toEqual([200, '', lasting(get)]);
      expect(get.headers).toMatchObject({
        'cache-control': 'private, no-cache',
        vary: 'Authorization, Accept-Encoding',
      });
      for (const tag of [get.headers['etag'] ?? '', `"a", W/${get.headers['etag'] ?? ''}`, '*']) {
        const kept = await ask(server, path, { headers: { 'if-none-match': tag } });
        expect([kept.status, kept.text, kept.headers['etag']]).toEqual([304, '', get.headers['etag']]);
        expect(kept.headers['ratelimit']).toBeDefined();
      }
    }
  });

  it('HTTP-3: OPTIONS is free on known paths, other methods are 405 with the same Allow', async () => {
    for (const { path } of operations) {
      const options = await ask(server, path, { method: 'OPTIONS', token: null });
      expect([options.status, options.text]).toEqual([204, '']);
      const refused = await ask(server, path, { method: 'DELETE' });
      expectProblem(refused, 'method_not_allowed');
      expect(refused.headers['allow']).toBe(options.headers['allow']);
    }
    expectProblem(await ask(server, '/api/v1/nothing', { method: 'OPTIONS', token: null }), 'missing_token');
    expectProblem(await ask(server, '/api/v1/nothing', { method: 'OPTIONS' }), 'not_found');
  });

  it.each([
    '/api/v1/Plans',
    '/api/v1/plans/',
    '/api/v1/plans.json',
    '/api/v1',
    '/api/v1/',
    `/api/v1/project_licenses/${nothing}`,
  ])('HTTP-7: %s is not found', async (path) => {
    expectProblem(await ask(server, path), 'not_found');
    expectProblem(await ask(server, path, { token: null }), 'missing_token');
  });

  it('GET-2, GET-3: tells unknown from malformed ids, and takes no parameters', async () => {
    expectProblem(await ask(server, `/api/v1/plans/${nothing}`), 'not_found');
    expectProblem(await ask(server, '/api/v1/plans/42'), 'invalid_request');
    expectProblem(await ask(server, `/api/v1/plans/${nothing}?limit=1`), 'invalid_request');
  });

  it.each(['*/*', 'application/*', 'application/problem+json', 'text/html, application/json;q=0.1', ''])(
    'HTTP-4: Accept %j gets JSON',
    async (accept) => expect((await list(server, 'plans', '', { headers: { accept } })).status).toBe(200),
  );

  it.each(['text/html', 'application/json;q=0', '*/*;q=0', 'application/jsonp'])(
    'HTTP-4: Accept %j rules JSON out',
    async (accept) => {
      expectProblem(await list(server, 'plans', '', { headers: { accept } }), 'not_acceptable');
    },
  );

  it('HTTP-5: compresses what is asked for, under the same tag', async () => {
    const plain = await list(server, 'plans');
    const gzip = await list(server, 'plans', '', { headers: { 'accept-encoding': 'gzip' } });
    const brotli = await list(server, 'plans', '', { headers: { 'accept-encoding': 'gzip;q=0.5, br' } });
    expect([gzip.headers['content-encoding'], brotli.headers['content-encoding']]).toEqual(['gzip', 'br']);
    expect(gunzipSync(gzip.body).equals(plain.body) && brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
    expect([gzip.headers['etag'], brotli.headers['etag']]).toEqual([plain.headers['etag'], plain.headers['etag']]);
  });

  it('HTTP-1, HTTP-6: takes request ids over, and tells named origins what they may see', async () => {
    const headers = { 'x-request-id': 'Mine-1_a.b', origin: 'https://app.example.org' };
    const reply = await list(server, 'plans', '', { headers });
    expect(reply.headers['x-request-id']).toBe('Mine-1_a.b');
    expect(reply.headers['access-control-expose-headers']).toBe(exposedHeaders.join(', '));
    const other = await list(server, 'plans', '', {
      headers: { origin: 'https://other.example', 'x-request-id': 'a b' },
    });
    expect(other.headers['access-control-allow-origin']).toBeUndefined();
    expect(other.headers['x-request-id']).not.toBe('a b');
  });

  it('RATE-1, RATE-2: counts every request of a token, and tells when the next one will do', async () => {
    let now = 0;
    const quota = await startReferenceServer({ size: 'poor', quota: { requests: 3, seconds: 1 }, now: () => now });
    const replies: Reply[] = [];
    for (const query of ['', 'limit=0', '', ''])
      replies.push(await list(quota, 'plans', query, { token: quota.tokens.quota }));
    expect(replies.map(({ status }) => status)).toEqual([200, 400, 200, 429]);
    expect(replies.map(({ headers }) => /r=(\d+)/.exec(headers['ratelimit'] ?? '')?.[1])).toEqual(['2', '1', '0', '0']);
    expect(replies[3]?.headers).toMatchObject({ 'retry-after': '1', 'ratelimit-policy': '"default";q=3;w=1' });
    expect((await list(quota, 'plans')).status).toBe(200);
    now += 1000;
    expect((await list(quota, 'plans', '', { token: quota.tokens.quota })).status).toBe(200);
    await quota.close();
  });

  it('RATE-1: answers refused tokens with 429 once there are too many', async () => {
    const strict = await startReferenceServer({ size: 'empty', refusedQuota: { requests: 2, seconds: 60 } });
    const statuses: number[] = [];
    for (const token of ['a', 'b', 'c', null, strict.tokens.full])
      statuses.push((await list(strict, 'plans', '', { token })).status);
    expect(statuses).toEqual([401, 401, 429, 401, 200]);
    await strict.close();
  });

  it('LIST-2: describes every operation and schema, and has a page for every code', async () => {
    const document = jsonOf(await ask(server, '/openapi.json', { token: null }));
    const schemas = Object.keys(objectIn(objectIn(document, 'components'), 'schemas'));
    expect(schemas).toEqual(
      expect.arrayContaining(['PaginationLinks', 'PaginationMeta', 'ProjectCreate', 'ProjectUpdate', 'CategoryType']),
    );
    expect(schemas).toEqual(
      expect.arrayContaining(collections.map(({ resource }) => resource.name.replace(/Dto$/, ''))),
    );
    const described = Object.entries(objectIn(document, 'paths')).flatMap(([path, methods]) =>
      isObject(methods) ? Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`) : [],
    );
    const served = operations.map(({ method, path }) => `${method} ${path.replace(/[0-9a-f-]{36}$/, '{id}')}`);
    expect(described.sort()).toEqual(served.sort());
    for (const code of Object.keys(problemCodes))
      expect((await ask(server, `/problems/${code}`, { token: null })).status).toBe(200);
  });
});
