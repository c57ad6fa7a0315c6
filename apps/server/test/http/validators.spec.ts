import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { objectOf } from '@resource-catalogue/testing/json';
import { type Answer, type Instance, startInstance, startTestService, type TestService } from '../support/service.js';
import { firstId, type Operation, operationsOf } from './support/operations.js';

const codings = [undefined, 'identity', 'gzip', 'br'] as const;

describe.each(databaseKinds)('validators on the %s database', (kind) => {
  let service: TestService;
  let other: Instance;
  let operations: readonly Operation[];

  beforeAll(async () => {
    const publicUrl = 'https://catalogue.example.org';
    service = await startTestService(kind, { publicUrl });
    other = await startInstance(service.database, service.token, { publicUrl });
    operations = await operationsOf(service);
  });
  afterAll(async () => {
    await other.close();
    await service.close();
  });

  const get = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
    service.request(path, { headers });
  const tagOf = (answer: Answer): string => String(answer.headers['etag']);

  it('HTTP-2: every 200 answer to a read has a strong tag and says how to cache it', async () => {
    for (const { path } of operations) {
      const { status, headers } = await get(path);
      expect([status, headers['cache-control'], headers['vary']]).toEqual([
        200,
        'private, no-cache',
        'Authorization, Accept-Encoding',
      ]);
      expect(headers['etag']).toMatch(/^"[\x21\x23-\x7e]+"$/);
    }
  });

  it('HTTP-2: a tag is the same for every coding, for HEAD, at every repetition, and on every instance', async () => {
    for (const { path } of operations) {
      const tags = new Set<string>();
      for (const coding of codings)
        tags.add(tagOf(await get(path, coding === undefined ? {} : { 'accept-encoding': coding })));
      tags.add(tagOf(await service.request(path, { method: 'HEAD' })));
      tags.add(tagOf(await other.request(path)));
      expect(tags.size).toBe(1);
    }
  });

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
      const answer = await get(path, { 'if-none-match': header(tagOf(fresh)) });
      expect(answer.status).toBe(status);
      for (const name of ['etag', 'cache-control', 'vary', 'link'])
        expect(answer.headers[name]).toBe(fresh.headers[name]);
      if (status !== 304) continue;
      expect(answer.text).toBe('');
      expect(answer.headers['content-length']).toBeUndefined();
      expect(answer.headers['content-type']).toBeUndefined();
      const head = await service.request(path, { method: 'HEAD', headers: { 'if-none-match': tagOf(fresh) } });
      expect(head.status).toBe(304);
    }
  });

  it('HTTP-2: If-None-Match saves no refusal', async () => {
    const headers = { 'if-none-match': '*' };
    const statuses = [
      await service.request('/api/v1/spaces', { headers, token: false }),
      await get('/api/v1/spaces?limit=0', headers),
      await get('/api/v1/spaces/00000000-0000-7000-8000-000000000000', headers),
      await get('/api/v1/spaces', { ...headers, accept: 'text/html' }),
    ].map(({ status, headers: { etag } }) => [status, etag]);
    expect(statuses).toEqual([401, 400, 404, 406].map((status) => [status, undefined]));
  });

  it('HTTP-2, SHAPE-9: the tag changes when a summary does that the body shows', async () => {
    const space = objectOf(objectOf(objectOf((await get(await pathOfMachine())).json())['data'])['space']);
    const path = await pathOfMachine();
    const before = { list: tagOf(await get('/api/v1/machines')), item: tagOf(await get(path)) };
    await service.database.prisma.space.update({ where: { id: String(space['id']) }, data: { name: 'Elsewhere' } });
    for (const instance of [service, other]) {
      const list = await instance.request('/api/v1/machines', { headers: { 'if-none-match': before.list } });
      const item = await instance.request(path, { headers: { 'if-none-match': before.item } });
      expect([list.status, item.status]).toEqual([200, 200]);
      expect([tagOf(list), tagOf(item)]).not.toContain(before.item);
      expect(item.text).toContain('Elsewhere');
    }
  });

  it('HTTP-2: an answer is given again until anything that the body shows is written, by whomever', async () => {
    const { prisma } = service.database;
    const path = await pathOfMachine();
    const { id, machine_id } = (await prisma.machineUnit.findFirst({ orderBy: { id: 'asc' } })) ?? {};
    const paths = [path, '/api/v1/machines?limit=200', '/api/v1/machine_units?limit=200'];
    const changes = [
      () => prisma.machine.update({ where: { id: String(machine_id) }, data: { name: 'Renamed' } }),
      () => prisma.machineUnit.update({ where: { id: String(id) }, data: { name: 'Renamed, too' } }),
      () => prisma.machineUnit.update({ where: { id: String(id) }, data: { name: null } }),
    ];
    const asked = () => Promise.all(paths.map((each) => get(each)));
    const shown = (answers: readonly Answer[]) =>
      answers.map(({ status, headers, text }) => {
        const { etag, link, vary } = headers;
        return { status, etag, link, vary, type: headers['content-type'], text };
      });
    for (const change of changes) {
      const first = await asked();
      const tags = first.map(tagOf);
      for (let time = 2; time <= 4; time += 1) expect(shown(await asked())).toEqual(shown(first));
      const again = () => Promise.all(paths.map((each, index) => get(each, { 'if-none-match': tags[index] ?? '' })));
      for (const answer of [...(await again()), ...(await again()), ...(await again())])
        expect(answer.status).toBe(304);
      await change();
      const fresh = await Promise.all(paths.map(async (each) => tagOf(await get(each))));
      expect(fresh).not.toEqual(tags);
      const after = await again();
      expect(after.map(tagOf)).toEqual(fresh);
      expect(after.map(({ status }) => status)).toEqual(fresh.map((tag, index) => (tag === tags[index] ? 304 : 200)));
    }
  });

  const pathOfMachine = async (): Promise<string> => `/api/v1/machines/${await firstId(service, 'machines')}`;
});
