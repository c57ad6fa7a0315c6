import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { asObject } from '@resource-catalogue/testing/json';
import { runConformance } from '../support/conformance.js';
import {
  type HttpResponse,
  type Instance,
  startInstance,
  startTestService,
  type TestService,
} from '../support/service.js';

let service: TestService;
let other: Instance;
beforeAll(async () => {
  const publicUrl = 'https://catalogue.example.org';
  service = await startTestService({ publicUrl });
  other = await startInstance(service.database, service.token, { publicUrl });
});
afterAll(async () => {
  await other.close();
  await service.close();
});

const get = (path: string, headers: Record<string, string> = {}): Promise<HttpResponse> =>
  service.request(path, { headers });
const tagOf = ({ headers }: HttpResponse): string => String(headers['etag']);
const pages = ['/', '/docs', '/openapi.json', '/health/live', '/health/ready', '/health/checks', '/problems/not_found'];

// The tests of apps/conformance run all checks on all operations of the built service.
it('HTTP-2, HTTP-3: all operations have their headers and only their own methods', async () => {
  const only = ['successful-responses-have-caching-headers', 'options-needs-no-token', 'unsupported-methods-are-405'];
  expect(await runConformance(service, { only })).toEqual([]);
});

it('HTTP-1 to HTTP-9: the HTTP of machines and projects is as the conformance suite expects', async () => {
  const paths = ['machines', 'machines/{id}', 'projects', 'projects/{id}'];
  const subjects = ['server', 'machines', ...paths.map((path) => `GET /api/v1/${path}`)];
  expect(await runConformance(service, { only: ['http'], subjects })).toEqual([]);
});

/** Headers, without those that differ between equal responses; the length of a problem depends on its request id. */
const comparable = ({ headers, status }: HttpResponse) => {
  const passing = ['date', 'x-request-id', 'ratelimit', ...(status === 200 ? [] : ['content-length'])];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !passing.includes(name)));
};

it('HTTP-3, HTTP-4: HEAD matches GET on pages and problems, for any Accept', async () => {
  for (const path of [...pages, '/api/v1/nothing', '/api/v1/spaces?limit=0']) {
    const headers = { accept: 'application/json' };
    const [plain, head] = [await get(path), await service.request(path, { method: 'HEAD', headers })];
    expect([head.status, head.text, comparable(head)]).toEqual([plain.status, '', comparable(plain)]);
    expect(plain.headers['content-length']).toBe(String(plain.body.length));
  }
});

it('HTTP-3: OPTIONS on a page returns 204 with Allow and needs no token', async () => {
  for (const path of pages) {
    const response = await service.request(path, { method: 'OPTIONS', token: false });
    expect([response.status, response.text, response.headers['allow']]).toEqual([204, '', 'GET, HEAD, OPTIONS']);
  }
});

it('HTTP-2: a 304 has the headers of its 200, except those of the body', async () => {
  const fresh = await get('/api/v1/bookings?limit=3');
  const { status, headers } = await get('/api/v1/bookings?limit=3', { 'if-none-match': tagOf(fresh) });
  expect([status, headers['content-length'], headers['content-type']]).toEqual([304, undefined, undefined]);
  for (const name of ['etag', 'cache-control', 'vary', 'link']) expect(headers[name]).toBe(fresh.headers[name]);
});

it('HTTP-2, SHAPE-9: a response is repeated until anything in its body changes', async () => {
  const { prisma } = service.database;
  const path = `/api/v1/machines/${(await prisma.machine.findFirstOrThrow()).id}`;
  const space = asObject(asObject(asObject((await get(path)).json())['data'])['space']);
  const { id, machine_id } = (await prisma.machineUnit.findFirst({ orderBy: { id: 'asc' } })) ?? {};
  const paths = [path, '/api/v1/machines?limit=200', '/api/v1/machine_units?limit=200'];
  const ask = (tags: readonly string[] = [], from: Instance = service) =>
    Promise.all(paths.map((each, at) => from.request(each, { headers: { 'if-none-match': tags[at] ?? '' } })));
  const shown = (responses: readonly HttpResponse[]) =>
    responses.map(({ status, headers, text }) => [status, headers['etag'], headers['link'], headers['vary'], text]);
  for (const change of [
    () => prisma.space.update({ where: { id: String(space['id']) }, data: { name: 'Elsewhere' } }),
    () => prisma.machine.update({ where: { id: String(machine_id) }, data: { name: 'Renamed' } }),
    () => prisma.machineUnit.update({ where: { id: String(id) }, data: { name: 'Renamed unit' } }),
  ]) {
    const first = await ask();
    const tags = first.map(tagOf);
    for (let time = 2; time <= 4; time += 1) expect(shown(await ask())).toEqual(shown(first));
    for (let time = 1; time <= 3; time += 1) expect(await ask(tags)).toMatchObject(paths.map(() => ({ status: 304 })));
    await change();
    const after = await ask(tags);
    const changed = after.map(tagOf);
    expect(changed).not.toEqual(tags);
    for (const again of [await ask(), await ask([], other)]) expect(again.map(tagOf)).toEqual(changed);
    expect(after.map(({ status }) => status)).toEqual(changed.map((tag, at) => (tag === tags[at] ? 304 : 200)));
  }
  expect((await get(path)).text).toContain('Elsewhere');
});
