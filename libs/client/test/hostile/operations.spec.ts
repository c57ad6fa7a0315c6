import { describe, expect, it, jest } from '@jest/globals';
import { createMemoryCache } from '../../src/cache/memory-cache.js';
import { hasProblem } from '../../src/index.js';
import { oneAnswer, pageAnswer, problemAnswer } from '../../src/testing/mock-answers.js';
import { createMockFetch } from '../../src/testing/mock-fetch.js';
import { checkWith } from '../../src/validation/check-with.js';
import { errorOf, mockedClient } from '../support/make-client.js';

const project = (etag: string, rest: object = {}) => oneAnswer({ id: 'p1', tags: [], ...rest }, { headers: { etag } });
const changed = () => problemAnswer(412, 'precondition_failed');

describe('update', () => {
  it('sends a merge patch, null and all (WRITE-2)', async () => {
    const mock = createMockFetch([project('"2"')]);
    const { data, meta } = await mockedClient(mock.fetch).client.projects.update('p1', {
      summary: null,
      tags: ['oak'],
    });
    expect(data.id).toBe('p1');
    expect(meta.etag).toBe('"2"');
    expect(mock.requests[0]).toMatchObject({
      method: 'PATCH',
      path: '/api/v1/projects/p1',
      body: { summary: null, tags: ['oak'] },
    });
    expect(mock.requests[0]?.headers.get('content-type')).toBe('application/merge-patch+json');
    expect(mock.requests[0]?.headers.has('if-match')).toBe(false);
  });

  it('sends the tag of what was read, or one that is given (WRITE-6)', async () => {
    const mock = createMockFetch([project('"1"'), project('"2"'), project('"3"'), project('"4"')]);
    const { projects } = mockedClient(mock.fetch).client;
    const read = await projects.get('p1');
    const next = await projects.update(read, { name: 'A' });
    await projects.update(next, { name: 'B' });
    await projects.update(read, { name: 'C' }, { ifMatch: '*' });
    expect(mock.requests.slice(1).map(({ headers }) => headers.get('if-match'))).toEqual(['"1"', '"2"', '*']);
  });

  it('ends in a conflict that can be told', async () => {
    const mock = createMockFetch([changed()]);
    const result = await mockedClient(mock.fetch)
      .client.projects.update('p1', { name: 'A' }, { ifMatch: '"0"' })
      .safe();
    expect(!result.ok && hasProblem(result.error, 'precondition_failed')).toBe(true);
  });
});

describe('change', () => {
  it('reads and decides again when somebody was faster', async () => {
    const mock = createMockFetch([
      project('"1"', { tags: ['a'] }),
      changed(),
      project('"2"', { tags: ['b'] }),
      project('"3"'),
    ]);
    await mockedClient(mock.fetch).client.projects.change('p1', ({ tags }) => ({ tags: [...tags, 'oak'] }));
    const patches = mock.requests.filter(({ method }) => method === 'PATCH');
    expect(patches.map(({ headers, body }) => [headers.get('if-match'), body])).toEqual([
      ['"1"', { tags: ['a', 'oak'] }],
      ['"2"', { tags: ['b', 'oak'] }],
    ]);
  });

  it('writes nothing if there is nothing to change', async () => {
    const mock = createMockFetch([project('"1"')]);
    const { meta } = await mockedClient(mock.fetch).client.projects.change('p1', () => undefined);
    expect(meta.etag).toBe('"1"');
    expect(mock.requests).toHaveLength(1);
  });

  it('gives up after some tries, and at once for any other error', async () => {
    const faster = createMockFetch(({ method }) => (method === 'GET' ? project('"1"') : changed()));
    const error = await errorOf(
      mockedClient(faster.fetch).client.projects.change('p1', () => ({ name: 'A' }), { maxTries: 2 }),
    );
    expect(hasProblem(error, 'precondition_failed')).toBe(true);
    expect(faster.requests).toHaveLength(4);
    const deleted = createMockFetch([project('"1"'), problemAnswer(409, 'conflict')]);
    const conflict = await errorOf(mockedClient(deleted.fetch).client.projects.change('p1', () => ({ name: 'A' })));
    expect(hasProblem(conflict, 'conflict')).toBe(true);
  });
});

describe('getMany', () => {
  it('asks for 100 ids at a time, each id once', async () => {
    const ids = Array.from({ length: 250 }, (_, index) => `ID${index}`);
    const mock = createMockFetch(({ query }) =>
      pageAnswer(
        (query['filters[id][in]'] ?? '')
          .split(',')
          .filter((id) => id !== 'id7')
          .map((id) => ({ id })),
      ),
    );
    const found = await mockedClient(mock.fetch).client.machines.getMany([...ids, 'id0']);
    expect(found.size).toBe(249);
    expect(found.has('id7')).toBe(false);
    expect(
      mock.requests.map(({ query }) => [query['filters[id][in]']?.split(',').length, query['limit']]).sort(),
    ).toEqual(
      [
        [100, '100'],
        [100, '100'],
        [50, '100'],
      ].sort(),
    );
  });

  it('keeps to its concurrency', async () => {
    let running = 0;
    let most = 0;
    const mock = createMockFetch(async () => {
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setTimeout(resolve, 3));
      running -= 1;
      return pageAnswer([]);
    });
    const ids = Array.from({ length: 900 }, (_, index) => String(index));
    await mockedClient(mock.fetch).client.machines.getMany(ids, { concurrency: 3 });
    expect(most).toBe(3);
  });

  it('asks nothing for no ids', async () => {
    const mock = createMockFetch([]);
    expect(await mockedClient(mock.fetch).client.machines.getMany([])).toEqual(new Map());
  });
});

describe('changesSince (SHAPE-7)', () => {
  it('asks by updated_at, the oldest change first, from before the instant', async () => {
    const mock = createMockFetch([pageAnswer([{ id: 'b1' }])]);
    const { client } = mockedClient(mock.fetch);
    const changes = client.bookings.changesSince('2026-03-01T09:00:00.000Z', { filters: { space_id: { in: ['s1'] } } });
    expect(await changes.toArray({ max: 10 })).toEqual([{ id: 'b1' }]);
    expect(mock.requests[0]?.query).toEqual({
      'filters[space_id][in]': 's1',
      'filters[updated_at][gte]': '2026-03-01T08:59:00.000Z',
      sort: 'updated_at',
      limit: '200',
    });
  });

  it('refuses an instant that is none', () => {
    expect(() => mockedClient(createMockFetch([]).fetch).client.bookings.changesSince('yesterday')).toThrow(TypeError);
  });
});

describe('conditional reads (HTTP-2)', () => {
  const unchanged = () => new Response(null, { status: 304, headers: { etag: '"1"', 'x-request-id': 'again' } });

  it('send the tag of a kept body, and give the body again on 304', async () => {
    const mock = createMockFetch([project('"1"'), unchanged()]);
    const { client } = mockedClient(mock.fetch, { cache: createMemoryCache() });
    const first = await client.projects.get('p1');
    const second = await client.projects.get('p1');
    expect(second.data).toEqual(first.data);
    expect(second.data).not.toBe(first.data);
    expect([first.meta.fromCache, second.meta.fromCache, second.meta.requestId]).toEqual([false, true, 'again']);
    expect(mock.requests.map(({ headers }) => headers.get('if-none-match'))).toEqual([null, '"1"']);
  });

  it('keep lists by all that they are asked', async () => {
    const mock = createMockFetch(() => pageAnswer([]));
    const { client } = mockedClient(mock.fetch, { cache: createMemoryCache() });
    await client.bookings.list({ limit: 1 });
    await client.bookings.list({ limit: 2 });
    await client.bookings.list({ limit: 1 });
    expect(mock.requests.map(({ headers }) => headers.has('if-none-match'))).toEqual([false, false, true]);
  });

  it('do without a cache that fails', async () => {
    const mock = createMockFetch([project('"1"')]);
    const fail = () => {
      throw new Error('full');
    };
    await mockedClient(mock.fetch, { cache: { get: fail, set: fail } }).client.projects.get('p1');
    expect(mock.requests).toHaveLength(1);
  });

  it('are off by default', async () => {
    const mock = createMockFetch(() => project('"1"'));
    const { client } = mockedClient(mock.fetch);
    await client.projects.get('p1');
    await client.projects.get('p1');
    expect(mock.requests.map(({ headers }) => headers.has('if-none-match'))).toEqual([false, false]);
  });
});

describe('deprecation (VER-1)', () => {
  it('is told once for each endpoint', async () => {
    const headers = { deprecation: '@1767225600', sunset: 'Fri, 01 Jan 2027 00:00:00 GMT' };
    const mock = createMockFetch(() => oneAnswer({ id: 'm1' }, { headers }));
    const { client, eventsOf } = mockedClient(mock.fetch);
    await client.machines.get('m1');
    await client.machines.get('m2');
    expect(eventsOf('warning').map(({ message }) => message)).toEqual([
      'GET https://catalogue.example.org/api/v1/machines/{id} is deprecated since 2026-01-01 and ends on Fri, 01 Jan 2027 00:00:00 GMT.',
    ]);
  });

  it('goes to the console where nobody listens', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
    const mock = createMockFetch(() => oneAnswer({ id: 'm1' }, { headers: { deprecation: '@1' } }));
    const { createClient } = await import('../../src/client.js');
    await createClient({ baseUrl: 'https://other.example.org', token: 't', fetch: mock.fetch }).places.get('p1');
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });
});

describe('a check by schemas', () => {
  const schema = {
    '~standard': {
      validate: (value: unknown) =>
        typeof value === 'object' && value !== null && 'name' in value
          ? {}
          : { issues: [{ message: 'missing', path: ['name'] }] },
    },
  };

  it('refuses what does not fit', async () => {
    const mock = createMockFetch([pageAnswer([{ name: 'a' }, { id: 'b' }]), oneAnswer({ id: 'c' })]);
    const { client } = mockedClient(mock.fetch, { check: checkWith({ places: schema }) });
    const error = await errorOf(client.places.list());
    expect(error).toMatchObject({
      kind: 'decode',
      cause: new TypeError('places[1] does not fit its schema: name: missing'),
    });
    expect(await errorOf(client.places.get('c'))).toMatchObject({ kind: 'decode' });
  });

  it('or reports it and lets it pass, and knows nothing of other collections', async () => {
    const mock = createMockFetch([pageAnswer([{ id: 'b' }]), pageAnswer([{ id: 'x' }])]);
    const { client, eventsOf } = mockedClient(mock.fetch, { check: checkWith({ places: schema }, 'warn') });
    await client.places.list();
    await client.spaces.list();
    expect(eventsOf('warning')).toHaveLength(1);
  });
});

describe('raw', () => {
  it('sends what the typed operations do not cover', async () => {
    const mock = createMockFetch([
      new Response(null, { status: 204, headers: { allow: 'GET' } }),
      oneAnswer({ id: 'p1' }),
    ]);
    const { client } = mockedClient(mock.fetch);
    const { headers, text, meta } = await client.raw('OPTIONS', '/api/v1/bookings');
    expect([headers.get('allow'), text, meta.status]).toEqual(['GET', '', 204]);
    await client.raw('POST', '/api/v1/projects', {
      query: 'x=1',
      body: { a: 1 },
      idempotencyKey: 'auto',
      headers: { 'X-Request-Id': 'mine' },
    });
    expect(mock.requests[1]).toMatchObject({ method: 'POST', query: { x: '1' }, body: { a: 1 } });
    expect(mock.requests[1]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
    expect(mock.requests[1]?.headers.get('x-request-id')).toBe('mine');
  });
});

describe('events', () => {
  it('tell what happens, in order', async () => {
    const mock = createMockFetch([problemAnswer(503, 'unavailable'), pageAnswer([{ id: 'b' }])]);
    const { client, events } = mockedClient(mock.fetch);
    await client.bookings.list();
    expect(events.map(({ type }) => type)).toEqual(['request', 'response', 'retry', 'request', 'response', 'page']);
    expect(new Set(events.flatMap((event) => ('call' in event ? [event.call] : []))).size).toBe(1);
  });

  it('never break a call', async () => {
    const mock = createMockFetch([pageAnswer([])]);
    const onEvent = () => {
      throw new Error('listener');
    };
    await mockedClient(mock.fetch, { onEvent }).client.bookings.list();
  });
});
