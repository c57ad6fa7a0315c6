import { describe, expect, it, jest } from '@jest/globals';
import { createMemoryCache } from '../../src/cache/index.js';
import { createClient } from '../../src/client.js';
import { createMockFetch, resourceResponse, pageResponse, problemResponse } from '../../src/testing/mock-fetch.js';
import { checkWith } from '../../src/validation/index.js';
import { errorOf, mockedClient } from '../support/make-client.js';

const project = () => resourceResponse({ id: 'p1' }, { headers: { etag: '"1"' } });
const unchanged = () => new Response(null, { status: 304, headers: { etag: '"1"', 'x-request-id': 'again' } });

describe('a conditional read (HTTP-2)', () => {
  it('sends the tag of a cached body, and parses the body again on a 304', async () => {
    const { client, requests } = mockedClient([project(), unchanged()], { cache: createMemoryCache() });
    const first = await client.projects.get('p1');
    const second = await client.projects.get('p1');
    expect(second.data).toEqual(first.data);
    expect(second.data).not.toBe(first.data);
    expect([first.meta.fromCache, second.meta.fromCache, second.meta.requestId]).toEqual([false, true, 'again']);
    expect(requests.map(({ headers }) => headers.get('if-none-match'))).toEqual([null, '"1"']);
  });

  it('sends the tag of a list only with the same query', async () => {
    const { client, requests } = mockedClient(() => pageResponse([]), { cache: createMemoryCache() });
    for (const limit of [1, 2, 1]) await client.bookings.list({ limit });
    expect(requests.map(({ headers }) => headers.has('if-none-match'))).toEqual([false, false, true]);
  });

  it('works without the cache if the cache fails or hangs', async () => {
    const fail = () => {
      throw new Error('full');
    };
    const hang = () => {
      jest.advanceTimersByTime(20);
      return new Promise<undefined>(() => {});
    };
    for (const use of [fail, hang]) {
      const { client } = mockedClient([project()], { cache: { get: use, set: use }, timeoutMs: 20 });
      expect((await client.projects.get('p1')).data.id).toBe('p1');
    }
  });
});

describe('deprecation (VER-1)', () => {
  const headers = { deprecation: '@1767225600', sunset: 'Fri, 01 Jan 2027 00:00:00 GMT' };
  const script = () => resourceResponse({ id: 'm1' }, { headers });
  const message =
    'GET https://catalogue.example.org/api/v1/machines/{id} is deprecated since 2026-01-01 and ends on Fri, 01 Jan 2027 00:00:00 GMT.';

  it('emits a warning once per endpoint and client', async () => {
    for (const { client, eventsOf } of [mockedClient(script), mockedClient(script)]) {
      await client.machines.get('m1');
      await client.machines.get('m2');
      expect(eventsOf('warning')).toEqual([{ type: 'warning', message }]);
    }
  });

  it('is written to the console without onEvent', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
    const { fetch } = createMockFetch(script);
    await createClient({ baseUrl: 'https://catalogue.example.org', token: 't', fetch }).machines.get('m1');
    expect(warn.mock.calls).toEqual([[message]]);
    warn.mockRestore();
  });
});

describe('a schema check', () => {
  const validate = (value: unknown) =>
    value instanceof Object && 'name' in value ? {} : { issues: [{ message: 'missing', path: ['name'] }] };
  const schema = { '~standard': { validate } };

  it('rejects rows that do not match, in lists and single reads', async () => {
    const script = [pageResponse([{ name: 'a' }, { id: 'b' }]), resourceResponse({ id: 'c' })];
    const { client } = mockedClient(script, { check: checkWith({ places: schema }) });
    const cause = new TypeError('places[1] does not fit its schema: name: missing');
    expect(await errorOf(client.places.list())).toMatchObject({ kind: 'decode', cause });
    expect(await errorOf(client.places.get('c'))).toMatchObject({ kind: 'decode' });
  });

  it('can warn of each row instead, and checks no other collection', async () => {
    const check = checkWith({ placeUnits: schema }, 'warn');
    const { client, eventsOf } = mockedClient(() => pageResponse([{ id: 'b' }]), { check });
    await client.placeUnits.list();
    await client.placeUnits.list();
    await client.spaces.list();
    expect(eventsOf('warning')).toHaveLength(2);
  });
});

describe('a raw request', () => {
  it('sends requests that the typed operations do not cover', async () => {
    const { client, requests } = mockedClient([
      new Response(null, { status: 204, headers: { allow: 'GET' } }),
      resourceResponse({ id: 'p1' }),
    ]);
    const { headers, text, meta } = await client.raw('OPTIONS', '/api/v1/bookings');
    expect([headers.get('allow'), text, meta.status]).toEqual(['GET', '', 204]);
    const own = { 'X-Request-Id': 'mine' };
    const request = { query: 'x=1', body: { a: 1 }, idempotencyKey: 'auto', headers: own };
    await client.raw('POST', '/api/v1/projects', request);
    expect(requests[1]).toMatchObject({ method: 'POST', query: { x: '1' }, body: { a: 1 } });
    expect(requests[1]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
    expect(requests[1]?.headers.get('x-request-id')).toBe('mine');
  });

  it('accepts a 304 as success if it sends its own tag (HTTP-2)', async () => {
    const headers = { 'if-none-match': '"1"' };
    const { meta } = await mockedClient([unchanged()]).client.raw('GET', '/api/v1/spaces', { headers });
    expect(meta).toMatchObject({ status: 304, etag: '"1"' });
  });
});

it('a custom fetch gets a Request for every attempt, complete with its headers', async () => {
  const sent: unknown[] = [];
  const responses = [problemResponse(503, 'unavailable'), pageResponse([])];
  const fetch: typeof globalThis.fetch = (input) => {
    sent.push(input instanceof Request && [input.url, input.headers.get('authorization')]);
    return Promise.resolve(responses.shift() ?? Response.error());
  };
  await mockedClient([], { fetch }).client.bookings.list({ limit: 2 });
  const request = ['https://catalogue.example.org/api/v1/bookings?limit=2', 'Bearer rct_secret-token'];
  expect(sent).toEqual([request, request]);
});

describe('events', () => {
  it('are emitted in order, with one number for all attempts of a call', async () => {
    const { client, events } = mockedClient([problemResponse(503, 'unavailable'), pageResponse([{ id: 'b' }])]);
    await client.bookings.list();
    expect(events.map(({ type }) => type)).toEqual(['request', 'response', 'retry', 'request', 'response', 'page']);
    expect(new Set(events.flatMap((event) => ('call' in event ? [event.call] : []))).size).toBe(1);
  });

  it('do not break a call if the listener throws', async () => {
    const onEvent = () => {
      throw new Error('listener');
    };
    expect((await mockedClient([pageResponse([])], { onEvent }).client.bookings.list()).data).toEqual([]);
  });
});
