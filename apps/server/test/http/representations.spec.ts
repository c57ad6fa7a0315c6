import { METHODS } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { objectOf } from '@resource-catalogue/testing/json';
import { type Answer, type Instance, startInstance, startTestService, type TestService } from '../support/service.js';
import { firstId, type Operation, operationsOf } from './support/operations.js';
import { expectProblem } from './support/problems.js';
import { exchange, headerOf, requestText } from './support/raw-client.js';

let service: TestService;
let other: Instance;
let operations: readonly Operation[];
beforeAll(async () => {
  const publicUrl = 'https://catalogue.example.org';
  service = await startTestService('embedded', { publicUrl });
  other = await startInstance(service.database, service.token, { publicUrl });
  operations = await operationsOf(service);
});
afterAll(async () => {
  await other.close();
  await service.close();
});

const get = (path: string, headers: Record<string, string> = {}): Promise<Answer> => service.request(path, { headers });
const tagOf = ({ headers }: Answer): string => String(headers['etag']);
const pages = ['/', '/docs', '/openapi.json', '/health/live', '/health/ready', '/health/checks', '/problems/not_found'];
const unknown = '/api/v1/spaces/00000000-0000-7000-8000-000000000000';

describe('methods', () => {
  /** Differ from answer to answer by their nature; a problem holds its request id, and with it its length if compressed. */
  const comparable = ({ headers, status }: Answer) => {
    const passing = ['date', 'x-request-id', 'ratelimit', ...(status === 200 ? [] : ['content-length'])];
    return Object.fromEntries(Object.entries(headers).filter(([name]) => !passing.includes(name)));
  };

  it('HTTP-2, HTTP-3, HTTP-5: each read has one strong tag in every coding, for HEAD, and on every instance', async () => {
    const caching = { 'cache-control': 'private, no-cache', vary: 'Authorization, Accept-Encoding' };
    for (const { path } of operations) {
      const plain = await get(path);
      expect([plain.status, plain.headers]).toMatchObject([200, caching]);
      expect(tagOf(plain)).toMatch(/^"[\x21\x23-\x7e]+"$/);
      expect(tagOf(await other.request(path))).toBe(tagOf(plain));
      const coded = await get(path, { 'accept-encoding': 'br' });
      const head = await service.request(path, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
      expect([head.status, head.text, tagOf(coded)]).toEqual([200, '', tagOf(plain)]);
      expect(comparable(head)).toEqual(comparable(coded));
      expect(coded.headers['content-length']).toBe(String(coded.body.length));
    }
  });

  it('HTTP-3: HEAD is answered wherever GET is, with the same headers and no body', async () => {
    for (const path of [...pages, '/api/v1/nothing', '/api/v1/spaces?limit=0']) {
      const [plain, head] = [await get(path), await service.request(path, { method: 'HEAD' })];
      expect([head.status, head.text, comparable(head)]).toEqual([plain.status, '', comparable(plain)]);
      expect(plain.headers['content-length']).toBe(String(plain.body.length));
    }
  });

  it('HTTP-3: a HEAD leaves nothing on the connection that the next answer could trip over', async () => {
    const head = requestText('HEAD /api/v1/spaces HTTP/1.1', [`Authorization: Bearer ${service.token}`]);
    const { answers } = await exchange(service.port, head + head, { answers: 2, head: true });
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    for (const answer of answers) expect(Number(headerOf(answer, 'Content-Length'))).toBeGreaterThan(0);
  });

  it('HTTP-3: OPTIONS on a known path is 204 with Allow and needs no token', async () => {
    for (const path of [...operations.map((operation) => operation.path), ...pages, '/api/v1/users/not-a-uuid']) {
      const answer = await service.request(path, { method: 'OPTIONS', token: false });
      expect([answer.status, answer.text, answer.headers['content-length']]).toEqual([204, '', undefined]);
      const writing = /^\/api\/v1\/projects(\/|$)/.test(path) ? [path.includes('projects/') ? 'PATCH' : 'POST'] : [];
      expect(answer.headers['allow']).toBe(['GET', 'HEAD', 'OPTIONS', ...writing].join(', '));
    }
  });

  it('HTTP-3: OPTIONS on an unknown path is as any request', async () => {
    const options = (path: string, token?: false) =>
      service.request(path, { method: 'OPTIONS', ...(token === false && { token }) });
    expectProblem(await options('/api/v1/nothing', false), 'missing_token');
    expectProblem(await options('/api/v1/nothing'), 'not_found');
    expectProblem(await options('/nothing', false), 'not_found');
  });

  it('HTTP-3: every other method on a known path is 405 with Allow, with or without a body', async () => {
    // CONNECT has no path; the others are those of this very server.
    const others = METHODS.filter((method) => !['GET', 'HEAD', 'OPTIONS', 'CONNECT'].includes(method));
    for (const method of others) {
      for (const path of ['/api/v1/users/not-a-uuid', '/health/live']) {
        const headers = { 'content-length': '5000' };
        const answer = await service.request(path, { method, body: 'x'.repeat(5000), headers });
        expectProblem(answer, 'method_not_allowed');
        expect(answer.headers['allow']).toBe('GET, HEAD, OPTIONS');
      }
    }
  });

  it('HTTP-3: no read operation takes a writing method', async () => {
    for (const { path } of operations.filter(({ collection }) => collection !== 'projects')) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        expectProblem(await service.request(path, { method }), 'method_not_allowed');
      }
    }
  });
});

describe('content negotiation', () => {
  const large = '/api/v1/machines?limit=20';

  it.each([
    ...['', '*/*', 'application/*', 'Application/JSON; charset=utf-8', 'application/problem+json'],
    ...['application/vnd.example+json', 'text/html, application/json;q=0.1', 'application/xml;q=0, */*'],
  ])('HTTP-4: Accept %j is answered with JSON', async (accept) => {
    const answer = await get(large, { accept });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json']);
  });

  it.each(['text/html', 'image/*', 'application/xml, text/*', 'application/json;q=0', '*/*;q=0', 'application/jsonp'])(
    'HTTP-4: Accept %j excludes JSON: 406, in JSON all the same',
    async (accept) => {
      expectProblem(await get(large, { accept }), 'not_acceptable');
    },
  );

  it.each(['/', '/problems/not_found', '/health/live'])('HTTP-4: %s has a media type of its own', async (path) => {
    for (const accept of ['text/html', 'application/json']) expect((await get(path, { accept })).status).toBe(200);
  });

  const decoders = { br: brotliDecompressSync, gzip: gunzipSync } as const;
  it.each([
    ['gzip, deflate, br', 'gzip'],
    ['gzip;q=0.5, br', 'br'],
    ['GZIP', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['br;q=0, gzip;q=0.1, identity;q=0', 'gzip'],
  ] as const)('HTTP-5: Accept-Encoding %j above 1 KiB: %s, of the very same bytes', async (accepted, coding) => {
    const [plain, coded] = [await get(large), await get(large, { 'accept-encoding': accepted })];
    expect(coded.headers['content-encoding']).toBe(coding);
    expect(coded.body.length).toBeLessThan(plain.body.length);
    expect(decoders[coding](coded.body).equals(plain.body)).toBe(true);
  });

  it.each(['', 'identity', 'deflate', 'zstd', 'gzip;q=0, br;q=0', '*;q=0', 'identity, gzip;q=0.5'])(
    'HTTP-5: Accept-Encoding %j: not compressed',
    async (accepted) => {
      const answer = await get(large, { 'accept-encoding': accepted });
      expect([answer.status, answer.headers['content-encoding']]).toEqual([200, undefined]);
      expect(() => answer.json()).not.toThrow();
    },
  );

  it('HTTP-5: up to 1 KiB nothing is compressed, though the answer varies with what is accepted', async () => {
    const { body, headers } = await get(unknown, { 'accept-encoding': 'gzip, br' });
    expect(body.length).toBeLessThanOrEqual(1024);
    expect([headers['content-encoding'], headers['vary']]).toEqual([undefined, 'Accept-Encoding']);
  });
});

describe('validators', () => {
  it('HTTP-2: different bodies have different tags', async () => {
    const answers = await Promise.all(['?limit=1', '?limit=2', ''].map((query) => get(`/api/v1/bookings${query}`)));
    expect(new Set(answers.map(tagOf)).size).toBe(3);
  });

  it.each([
    ['the tag', (tag: string) => tag, 304],
    ['the tag as a weak one', (tag: string) => `W/${tag}`, 304],
    ['a list that has it', (tag: string) => `"a", W/"b",${tag}`, 304],
    ['a list with commas inside tags', (tag: string) => `"a,b" , W/${tag}`, 304],
    ['*', () => '*', 304],
    ['another tag', () => '"another"', 200],
    ['the tag without quotes', (tag: string) => tag.slice(1, -1), 200],
    ['a part of it', (tag: string) => `${tag.slice(0, -2)}"`, 200],
    ['nothing', () => '', 200],
    ['a star among tags', () => '"*"', 200],
    ['nonsense', () => '"'.repeat(999), 200],
  ])('HTTP-2: If-None-Match with %s', async (_, header, status) => {
    const id = await firstId(service, 'bookings');
    for (const path of ['/api/v1/bookings?limit=3', `/api/v1/bookings/${id}`]) {
      const fresh = await get(path);
      const headers = { 'if-none-match': header(tagOf(fresh)) };
      const answer = await get(path, headers);
      expect(answer.status).toBe(status);
      for (const name of ['etag', 'cache-control', 'vary', 'link'])
        expect(answer.headers[name]).toBe(fresh.headers[name]);
      if (status !== 304) continue;
      expect(answer.text).toBe('');
      expect([answer.headers['content-length'], answer.headers['content-type']]).toEqual([undefined, undefined]);
      expect((await service.request(path, { method: 'HEAD', headers })).status).toBe(304);
    }
  });

  it('HTTP-2: If-None-Match saves no refusal', async () => {
    const headers = { 'if-none-match': '*' };
    const answers = [
      await service.request('/api/v1/spaces', { headers, token: false }),
      await get('/api/v1/spaces?limit=0', headers),
      await get(unknown, headers),
      await get('/api/v1/spaces', { ...headers, accept: 'text/html' }),
    ];
    const refused = [401, 400, 404, 406].map((status) => [status, undefined]);
    expect(answers.map((answer) => [answer.status, answer.headers['etag']])).toEqual(refused);
  });

  it('HTTP-2, SHAPE-9: an answer is given again until anything that the body shows is written, by whomever', async () => {
    const { prisma } = service.database;
    const path = `/api/v1/machines/${await firstId(service, 'machines')}`;
    const space = objectOf(objectOf(objectOf((await get(path)).json())['data'])['space']);
    const { id, machine_id } = (await prisma.machineUnit.findFirst({ orderBy: { id: 'asc' } })) ?? {};
    const paths = [path, '/api/v1/machines?limit=200', '/api/v1/machine_units?limit=200'];
    const changes = [
      () => prisma.space.update({ where: { id: String(space['id']) }, data: { name: 'Elsewhere' } }),
      () => prisma.machine.update({ where: { id: String(machine_id) }, data: { name: 'Renamed' } }),
      () => prisma.machineUnit.update({ where: { id: String(id) }, data: { name: 'Renamed, too' } }),
      () => prisma.machineUnit.update({ where: { id: String(id) }, data: { name: null } }),
    ];
    const ask = (tags: readonly string[] = [], from: Instance = service) =>
      Promise.all(paths.map((each, at) => from.request(each, { headers: { 'if-none-match': tags[at] ?? '' } })));
    const shown = (answers: readonly Answer[]) =>
      answers.map(({ status, headers, text }) => [status, headers['etag'], headers['link'], headers['vary'], text]);
    for (const change of changes) {
      const first = await ask();
      const tags = first.map(tagOf);
      for (let time = 2; time <= 4; time += 1) expect(shown(await ask())).toEqual(shown(first));
      for (let time = 1; time <= 3; time += 1)
        expect((await ask(tags)).map(({ status }) => status)).toEqual([304, 304, 304]);
      await change();
      const after = await ask(tags);
      expect(after.map(tagOf)).not.toEqual(tags);
      for (const again of [await ask(), await ask([], other)]) expect(again.map(tagOf)).toEqual(after.map(tagOf));
      const statuses = after.map((answer, at) => (tagOf(answer) === tags[at] ? 304 : 200));
      expect(after.map(({ status }) => status)).toEqual(statuses);
    }
    expect((await get(path)).text).toContain('Elsewhere');
  });
});
