import { METHODS } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ReadOnlyService, readOnlyService } from '../support/read-only/read-only-service.js';
import { type Operation, operationsOf } from './support/operations.js';
import { expectProblem } from './support/problems.js';
import { exchange, headerOf, requestText } from './support/raw-client.js';

/** Differ from answer to answer by their nature. */
const passing = ['date', 'x-request-id', 'ratelimit'];
const pages = ['/', '/docs', '/openapi.json', '/health/live', '/health/ready', '/health/checks', '/problems/not_found'];
// CONNECT has no path; the others are those of this very server.
const others = METHODS.filter((method) => !['GET', 'HEAD', 'OPTIONS', 'CONNECT'].includes(method));

describe('methods', () => {
  let service: ReadOnlyService;
  let operations: readonly Operation[];

  beforeAll(async () => {
    service = await readOnlyService('embedded');
    operations = await operationsOf(service);
  });
  afterAll(() => service.close());

  it('HTTP-3: HEAD is answered wherever GET is, with the same headers and no body, in every coding', async () => {
    const paths = [...operations.map(({ path }) => path), ...pages, '/api/v1/nothing', '/api/v1/spaces?limit=0'];
    for (const path of paths) {
      for (const coding of [undefined, 'gzip', 'br']) {
        const headers = coding === undefined ? {} : { 'accept-encoding': coding };
        const get = await service.request(path, { headers });
        const head = await service.request(path, { method: 'HEAD', headers });
        expect([head.status, head.text]).toEqual([get.status, '']);
        // A problem holds its request id, and with it its length when compressed.
        const ignored = get.status === 200 ? passing : [...passing, 'content-length'];
        expect(without(head.headers, ignored)).toEqual(without(get.headers, ignored));
        expect(get.headers['content-length']).toBe(String(get.body.length));
      }
    }
  });

  it('HTTP-3: a HEAD leaves nothing on the connection that the next answer could trip over', async () => {
    const line = (method: string): string =>
      requestText(`${method} /api/v1/spaces?limit=1 HTTP/1.1`, [`Authorization: Bearer ${service.token}`]);
    const { answers } = await exchange(service.port, line('HEAD') + line('HEAD'), { answers: 2, head: true });
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    for (const answer of answers) expect(Number(headerOf(answer, 'Content-Length'))).toBeGreaterThan(0);
  });

  it('HTTP-3: OPTIONS on a known path is 204 with Allow and needs no token', async () => {
    for (const path of [...operations.map((operation) => operation.path), ...pages, '/api/v1/users/not-a-uuid']) {
      for (const token of [false, 'rct_bad'] as const) {
        const answer = await service.request(path, { method: 'OPTIONS', token });
        expect([answer.status, answer.text, answer.headers['content-length']]).toEqual([204, '', undefined]);
        const methods = String(answer.headers['allow']).split(', ');
        const writing = path.startsWith('/api/v1/projects') ? methods.filter((method) => method.startsWith('P')) : [];
        expect(methods).toEqual(['GET', 'HEAD', 'OPTIONS', ...writing]);
      }
    }
  });

  it('HTTP-3: OPTIONS on an unknown path is as any request', async () => {
    expectProblem(await service.request('/api/v1/nothing', { method: 'OPTIONS', token: false }), 'missing_token');
    expectProblem(await service.request('/api/v1/nothing', { method: 'OPTIONS' }), 'not_found');
    expectProblem(await service.request('/nothing', { method: 'OPTIONS', token: false }), 'not_found');
    const id = '00000000-0000-7000-8000-000000000000';
    expectProblem(await service.request(`/api/v1/project_licenses/${id}`, { method: 'OPTIONS' }), 'not_found');
  });

  it('HTTP-3: every other method on a known path is 405 with Allow, with or without a body', async () => {
    expect(others).toEqual(expect.arrayContaining(['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND']));
    for (const method of others) {
      for (const path of ['/api/v1/users', '/api/v1/users/not-a-uuid', '/', '/health/live', '/problems/not_found']) {
        const body = 'x'.repeat(5000);
        const answer = await service.request(path, { method, body, headers: { 'content-length': '5000' } });
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

  it('HTTP-3: Allow tells the truth', async () => {
    for (const path of ['/api/v1/users', '/']) {
      const allow = (await service.request(path, { method: 'OPTIONS' })).headers['allow'];
      for (const method of String(allow).split(', ')) {
        expect((await service.request(path, { method })).status).toBeLessThan(300);
      }
    }
  });
});

function without(headers: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}
