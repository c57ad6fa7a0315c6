import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newAccessToken } from '@resource-catalogue/tokens';
import { type ReadOnlyService, readOnlyService } from '../support/read-only/read-only-service.js';

describe('request ids', () => {
  let service: ReadOnlyService;
  beforeAll(async () => {
    service = await readOnlyService('embedded');
  });
  afterAll(() => service.close());

  const idOf = async (id?: string, path = '/api/v1/spaces?limit=1'): Promise<unknown> =>
    (await service.request(path, { headers: id === undefined ? {} : { 'x-request-id': id } })).headers['x-request-id'];

  it.each(['a', 'A-b_c.9', 'x'.repeat(128)])('HTTP-1: the answer repeats the client’s %s', async (id) => {
    expect(await idOf(id)).toBe(id);
  });

  it.each(['', 'a b', 'x'.repeat(129), 'a,b', 'a/b', '<script>', 'ü', 'a\tb'])(
    'HTTP-1: %j is replaced by a new one',
    async (id) => {
      const one = await idOf(id);
      expect(one).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
      expect(one).not.toBe(id);
      expect(await idOf(id)).not.toBe(one);
    },
  );

  it('HTTP-1, ERR-5: a token is no id', async () => {
    for (const id of [newAccessToken(), `a.${newAccessToken()}.b`]) expect(await idOf(id)).toMatch(/^[0-9a-f-]{36}$/);
    expect(await idOf('rct_1')).toBe('rct_1');
  });

  it('HTTP-1: every answer has one: pages, 204, 304, 401, 404, 405 and 406 too', async () => {
    const { headers } = await service.request('/api/v1/spaces');
    const answers = [
      ...(await Promise.all(
        ['/', '/docs', '/openapi.json', '/health/live', '/nothing'].map((path) => service.request(path)),
      )),
      await service.request('/api/v1/spaces', { method: 'OPTIONS' }),
      await service.request('/api/v1/spaces', { headers: { 'if-none-match': String(headers['etag']) } }),
      await service.request('/api/v1/spaces', { token: false }),
      await service.request('/api/v1/spaces', { method: 'PUT' }),
      await service.request('/api/v1/spaces', { headers: { accept: 'image/png' } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 404, 204, 304, 401, 405, 406]);
    const ids = answers.map((answer) => answer.headers['x-request-id']);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('HTTP-1: two ids in one request are none', async () => {
    const answer = await service.request('/', { headers: { 'x-request-id': 'a, b' } });
    expect(answer.headers['x-request-id']).not.toBe('a, b');
  });
});
