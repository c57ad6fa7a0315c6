import { inspect } from 'node:util';
import { describe, expect, it, jest } from '@jest/globals';
import { resourceResponse, pageResponse, problemResponse } from '../../src/testing/mock-fetch.js';
import { createTestClock } from '../../src/testing/test-clock.js';
import { errorOf, mockedClient, watchedClient } from '../support/make-client.js';
import { type Responder, scriptedServer } from '../support/scripted-server.js';

const rows = [{ id: 'b1' }];
const beginning = '{"data":[{"id":"b1"}';
const type = { 'content-type': 'application/json' };

const html: Responder = (response, { headers }) =>
  response
    .writeHead(502, { 'content-type': 'text/html' })
    .end(`<html>Bad gateway. You sent ${headers.authorization}</html>`);

/** Sends the beginning of a page and breaks the connection. */
const cut: Responder = (response) => {
  response.writeHead(200, { ...type, 'content-length': 1000 });
  response.write(beginning, () => response.destroy());
};

/** Sends the beginning of a page as if it were the whole body. */
const short: Responder = (response) => response.writeHead(200, type).end(beginning);

/** Sends nothing until the client times out. */
const silent: Responder = () => void jest.runOnlyPendingTimers();
const hangUp: Responder = (response) => response.destroy();

/** Everything that can be printed of the values, including hidden keys. */
const shown = (...values: readonly unknown[]) =>
  [...values.map((value) => inspect(value, { depth: 20, showHidden: true })), JSON.stringify(values)].join('\n');

describe('an incomplete response', () => {
  it.each([
    ['a cut body', cut, { kind: 'network' }],
    ['a short body', short, { kind: 'decode', status: 200, bodyText: beginning }],
    ['a closed connection', hangUp, { kind: 'network' }],
    ['a page of HTML', html, { kind: 'api', status: 502 }],
    ['silence', silent, { kind: 'timeout' }],
  ])('is retried, then reported with its kind and without the token: %s', async (_, responder, expected) => {
    const recovering = await scriptedServer(responder, pageResponse(rows));
    const { data } = await watchedClient(recovering).client.bookings.list();
    expect([data, recovering.requests.length]).toEqual([rows, 2]);

    const { baseUrl } = await scriptedServer(responder);
    const { client, events } = watchedClient({ baseUrl, maxAttempts: 2 });
    const error = await errorOf(client.bookings.list());
    expect(error).toMatchObject({ name: 'CatalogueError', attempts: 2, method: 'GET', ...expected });
    expect(shown(error, client, events, String(error), (error as Error).stack)).not.toContain('secret-token');
  });

  it('times out if its body stops', async () => {
    const { baseUrl, requests } = await scriptedServer((response) => response.writeHead(200, type).write('{"data":'));
    const waitForever: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      setImmediate(() => jest.runOnlyPendingTimers());
      return response;
    };
    const { client } = watchedClient({ baseUrl, fetch: waitForever, maxAttempts: 2 });
    expect(await errorOf(client.bookings.list())).toMatchObject({ kind: 'timeout', attempts: 2 });
    expect(requests).toHaveLength(2);
  });

  it('fails after totalTimeoutMs, even if a single attempt may take longer', async () => {
    const clock = { ...createTestClock({ random: 0 }), now: () => Date.now() };
    const hang = () => {
      jest.advanceTimersByTime(200);
      return new Promise<Response>(() => {});
    };
    const { client, requests } = mockedClient(hang, { clock, timeoutMs: 200, totalTimeoutMs: 240, maxAttempts: 50 });
    const message = 'GET https://catalogue.example.org/api/v1/bookings got no response within 40 ms';
    expect(await errorOf(client.bookings.list())).toMatchObject({ kind: 'timeout', attempts: 2, message });
    expect([requests.length, clock.waits]).toEqual([2, [0]]);
  });
});

describe('JSON that breaks the API contract', () => {
  it.each([
    ['a list without data', { links: {}, meta: { next: null } }],
    ['a cursor that a URL cannot contain', { data: [], links: {}, meta: { next: 'c\0', limit: 50 } }],
    ['a number', 5],
  ])('is rejected as a list: %s (LIST-1)', async (_, body) => {
    const { client } = mockedClient([Response.json(body)]);
    expect(await errorOf(client.bookings.list())).toMatchObject({ kind: 'decode', status: 200 });
  });

  it('is rejected as a resource if it is a list (GET-1)', async () => {
    expect(await errorOf(mockedClient([pageResponse(rows)]).client.bookings.get('b1'))).toMatchObject({
      kind: 'decode',
    });
  });
});

describe('the access token', () => {
  it('is not sent after a redirect to another origin', async () => {
    const elsewhere = await scriptedServer(pageResponse([]));
    const location = `${elsewhere.baseUrl}/api/v1/bookings`;
    const { baseUrl } = await scriptedServer((response) => response.writeHead(307, { location }).end());
    const error = await errorOf(watchedClient({ baseUrl }).client.bookings.list());
    expect(error).toMatchObject({ kind: 'api', status: 307, attempts: 1 });
    expect(elsewhere.requests).toEqual([]);
  });

  it('is not sent to the origin of links.next, because paging follows the cursor (LIST-4)', async () => {
    const links = { first: '', next: 'https://elsewhere.example.org/api/v1/bookings?cursor=c1' };
    const first = () => Response.json({ data: rows, links, meta: { next: 'c1', limit: 50 } });
    const { client, eventsOf, requests } = mockedClient([first(), pageResponse([{ id: 'b2' }]), first()]);
    expect(await client.bookings.list().toArray({ max: 10 })).toEqual([{ id: 'b1' }, { id: 'b2' }]);
    await client.bookings.list();
    expect(requests.map(({ path, query }) => [path, query['cursor']])).toEqual([
      ['/api/v1/bookings', undefined],
      ['/api/v1/bookings', 'c1'],
      ['/api/v1/bookings', undefined],
    ]);
    const message = 'links.next of bookings is not on https://catalogue.example.org; the cursor is used instead.';
    expect(eventsOf('warning')).toEqual([{ type: 'warning', message }]);
  });

  it.each(['https://elsewhere.example.org/', '//elsewhere.example.org/x', '/\\elsewhere.example.org', 'api/v1'])(
    'is not sent by a raw request to %s',
    async (path) => {
      const { client, requests } = mockedClient([]);
      await expect(client.raw('GET', path)).rejects.toThrow(TypeError);
      expect(requests).toEqual([]);
    },
  );
});

describe('a URL', () => {
  it('is built from a base URL with a path and trailing slashes', async () => {
    const { client, requests } = mockedClient([pageResponse([])], { baseUrl: 'https://example.org/catalogue//' });
    await client.bookings.list();
    expect(requests[0]?.path).toBe('/catalogue/api/v1/bookings');
  });

  it.each([
    '',
    'catalogue.example.org',
    'ftp://example.org',
    'https://user:secret-token@example.org',
    'https://example.org?x=1',
    'https://example.org/api/v1',
    'https://example.org/catalogue/api/v1/',
  ])('is rejected as a base URL by an error that does not quote it: %s', (baseUrl) => {
    expect(() => watchedClient({ baseUrl })).toThrow(
      new TypeError('baseUrl must be an http(s) URL without user, query and /api/v1.'),
    );
  });

  it.each(['', '.', '..'])('is rejected for the id "%s", which would change the path', (id) => {
    const { client, requests } = mockedClient([resourceResponse({})]);
    expect(() => client.bookings.get(id)).toThrow(TypeError);
    expect(requests).toEqual([]);
  });
});

it.each(['timeoutMs', 'totalTimeoutMs', 'maxAttempts', 'maxRetryWaitMs', 'maxResponseBytes'])(
  'a client rejects a %s that is not above 0',
  (name) => {
    for (const limit of [NaN, 0, -1]) {
      expect(() => mockedClient([], { [name]: limit })).toThrow(`${name} must be above 0.`);
    }
  },
);

it('ERR-2: an error has the whole problem and the headers that explain it, but not the token', async () => {
  const headers = {
    'www-authenticate': 'Bearer realm="catalogue", error="insufficient_scope", scope="bookings:read"',
    ratelimit: '"default";r=7;t=3',
  };
  const detail = 'The scope is missing.';
  const { client, events } = mockedClient([problemResponse(403, 'insufficient_scope', { detail, headers })]);
  const error = await errorOf(client.bookings.list());
  expect(error).toMatchObject({
    kind: 'api',
    status: 403,
    requestId: 'mock',
    attempts: 1,
    problem: { code: 'insufficient_scope', detail },
    challenge: { scheme: 'Bearer', error: 'insufficient_scope', scope: 'bookings:read' },
    rateLimit: { remaining: 7, resetMs: 3000 },
    message: `GET https://catalogue.example.org/api/v1/bookings returned 403: ${detail}`,
  });
  expect(shown(error, client, events)).not.toContain('secret-token');
});
