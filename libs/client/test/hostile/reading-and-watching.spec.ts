import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createMemoryCache } from '../../src/cache/index.js';
import { createMockFetch, oneAnswer, pageAnswer, problemAnswer } from '../../src/testing/mock-fetch.js';
import { checkWith } from '../../src/validation/index.js';
import { errorOf, mockedClient, stopClock } from '../support/make-client.js';

const project = (etag: string, rest: object = {}) => oneAnswer({ id: 'p1', tags: [], ...rest }, { headers: { etag } });

afterEach(() => void jest.useRealTimers());

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

  it('wait for a cache no longer than for an attempt, and do without it', async () => {
    stopClock();
    const mock = createMockFetch([project('"1"')]);
    const timeoutMs = 20;
    const hang = () => {
      jest.advanceTimersByTime(timeoutMs);
      return new Promise<undefined>(() => {});
    };
    const { client } = mockedClient(mock.fetch, { cache: { get: hang, set: hang }, timeoutMs });
    expect((await client.projects.get('p1')).data.id).toBe('p1');
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
  it('is told once for each endpoint by each client', async () => {
    const headers = { deprecation: '@1767225600', sunset: 'Fri, 01 Jan 2027 00:00:00 GMT' };
    const mock = createMockFetch(() => oneAnswer({ id: 'm1' }, { headers }));
    for (const { client, eventsOf } of [mockedClient(mock.fetch), mockedClient(mock.fetch)]) {
      await client.machines.get('m1');
      await client.machines.get('m2');
      expect(eventsOf('warning').map(({ message }) => message)).toEqual([
        'GET https://catalogue.example.org/api/v1/machines/{id} is deprecated since 2026-01-01 and ends on Fri, 01 Jan 2027 00:00:00 GMT.',
      ]);
    }
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
    const { client, eventsOf } = mockedClient(mock.fetch, { check: checkWith({ placeUnits: schema }, 'warn') });
    await client.placeUnits.list();
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

describe('a raw request with a tag of its own', () => {
  it('takes a 304 for a good answer (HTTP-2)', async () => {
    const mock = createMockFetch([new Response(null, { status: 304, headers: { etag: '"1"' } })]);
    const headers = { 'if-none-match': '"1"' };
    const { meta } = await mockedClient(mock.fetch).client.raw('GET', '/api/v1/spaces', { headers });
    expect(meta).toMatchObject({ status: 304, etag: '"1"' });
  });
});

describe('limits without an end', () => {
  it('are no limits', async () => {
    const mock = createMockFetch([pageAnswer([])]);
    const { client } = mockedClient(mock.fetch, {
      timeoutMs: Infinity,
      totalTimeoutMs: Infinity,
      maxRetryWaitMs: Infinity,
    });
    await client.spaces.list();
    expect(mock.requests).toHaveLength(1);
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
