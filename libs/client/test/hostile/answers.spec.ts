import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createTestClock } from '../../src/testing/test-clock.js';
import { errorOf, stopClock, token, watchedClient } from '../support/make-client.js';
import { type Answerer, json, listBody, page, problem, scriptedServer } from '../support/scripted-server.js';

const html: Answerer = (response, { headers }) =>
  response
    .writeHead(502, { 'content-type': 'text/html' })
    .end(`<html>Bad gateway. You sent ${headers.authorization}</html>`);

/** Sends the beginning of a page and breaks the connection. */
const cut: Answerer = (response) => {
  const body = JSON.stringify(listBody(['b1']));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.write(body.slice(0, 20), () => response.destroy());
};

/** Sends the beginning of a page and claims that this is all. */
const short: Answerer = (response) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(listBody(['b1'])).slice(0, 20));

/** Sends the beginning of a page, and nothing after it. */
const stuck: Answerer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"data":');
};

/** Says nothing for as long as the client waits. */
const silent: Answerer = () => void jest.runOnlyPendingTimers();
const hangUp: Answerer = (response) => response.destroy();

beforeEach(stopClock);
afterEach(() => void jest.useRealTimers());

describe('answers that break off', () => {
  it.each([
    ['a cut body', cut],
    ['a short body', short],
    ['a connection that is closed', hangUp],
    ['a page of HTML', html],
  ])('reads again after %s', async (_, answerer) => {
    const { baseUrl, requests } = await scriptedServer(answerer, page(['b1']));
    const { data } = await watchedClient({ baseUrl }).client.bookings.list();
    expect(data).toEqual([{ id: 'b1' }]);
    expect(requests).toHaveLength(2);
  });

  it.each([
    ['a cut body', cut, { kind: 'network' }],
    ['a short body', short, { kind: 'decode', status: 200, bodyText: '{"data":[{"id":"b1"}' }],
    ['a connection that is closed', hangUp, { kind: 'network' }],
    ['a page of HTML', html, { kind: 'api', status: 502 }],
    ['silence', silent, { kind: 'timeout' }],
  ])('tells of %s as it is', async (_, answerer, expected) => {
    const { baseUrl } = await scriptedServer(answerer);
    const { client } = watchedClient({ baseUrl, maxAttempts: 2 });
    const error = await errorOf(client.bookings.list());
    expect(error).toMatchObject({ name: 'CatalogueError', attempts: 2, method: 'GET', ...expected });
    expect(error).not.toBeInstanceOf(SyntaxError);
  });

  it('tells of a body that stops as it is', async () => {
    const { baseUrl, requests } = await scriptedServer(stuck);
    const waitForever: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      setImmediate(() => jest.runOnlyPendingTimers());
      return response;
    };
    const { client } = watchedClient({ baseUrl, fetch: waitForever, maxAttempts: 2 });
    expect(await errorOf(client.bookings.list())).toMatchObject({ kind: 'timeout', attempts: 2 });
    expect(requests).toHaveLength(2);
  });

  it.each([
    ['a list without data', { links: {}, meta: { next: null } }],
    ['a list without meta', { data: [], links: {} }],
    ['a cursor that no URL can hold', { ...listBody([]), meta: { next: 'c\0', limit: 50 } }],
    ['a number', 5],
    ['null', null],
  ])('does not take %s for a list (LIST-1)', async (_, body) => {
    const { baseUrl } = await scriptedServer(json(200, body));
    const error = await errorOf(watchedClient({ baseUrl }).client.bookings.list());
    expect(error).toMatchObject({ kind: 'decode', status: 200 });
  });

  it('does not take a list for a resource (GET-1)', async () => {
    const { baseUrl } = await scriptedServer(page(['b1']));
    expect(await errorOf(watchedClient({ baseUrl }).client.bookings.get('b1'))).toMatchObject({ kind: 'decode' });
  });

  it('times out in all, whatever single attempts may take', async () => {
    const { baseUrl, requests } = await scriptedServer(silent);
    const clock = { ...createTestClock({ random: 0 }), now: () => Date.now() };
    const { client } = watchedClient({ baseUrl, clock, timeoutMs: 200, totalTimeoutMs: 240, maxAttempts: 50 });
    const error = await errorOf(client.bookings.list());
    const message = `GET ${baseUrl}/api/v1/bookings got no answer within 40 ms`;
    expect(error).toMatchObject({ kind: 'timeout', attempts: 2, message });
    expect(requests).toHaveLength(2);
    expect(clock.waits).toEqual([0]);
  });

  it('ends a pending request when the caller aborts', async () => {
    const controller = new AbortController();
    const { baseUrl, requests } = await scriptedServer(() => controller.abort(new Error('enough')));
    const { client } = watchedClient({ baseUrl });
    const error = await errorOf(client.bookings.list({}, { signal: controller.signal }));
    expect(error).toMatchObject({ kind: 'aborted', cause: new Error('enough') });
    expect(requests).toHaveLength(1);
  });
});

describe('redirects', () => {
  it('does not follow one to another origin, so the token stays here', async () => {
    const elsewhere = await scriptedServer(page([]));
    const move: Answerer = (response) =>
      response.writeHead(307, { location: `${elsewhere.baseUrl}/api/v1/bookings` }).end();
    const { baseUrl } = await scriptedServer(move);
    const error = await errorOf(watchedClient({ baseUrl }).client.bookings.list());
    expect(error).toMatchObject({ kind: 'api', status: 307, attempts: 1 });
    expect(elsewhere.requests).toEqual([]);
  });

  it('goes on by cursor at its own address when links.next leads elsewhere', async () => {
    const elsewhere = await scriptedServer(page([]));
    const { baseUrl, requests } = await scriptedServer(
      json(200, listBody(['b1'], 'c1', `${elsewhere.baseUrl}/api/v1/bookings?cursor=c1`)),
      page(['b2']),
    );
    const { client, eventsOf } = watchedClient({ baseUrl });
    expect(await client.bookings.list().toArray({ max: 10 })).toEqual([{ id: 'b1' }, { id: 'b2' }]);
    expect(requests).toHaveLength(2);
    expect(elsewhere.requests).toEqual([]);
    expect(eventsOf('warning')).toMatchObject([{ message: expect.stringContaining(`is not on ${baseUrl}`) }]);
  });

  it.each(['https://elsewhere.example.org/', '//elsewhere.example.org/x', '/\\elsewhere.example.org', 'api/v1'])(
    'refuses a raw request to %s',
    async (path) => {
      const { baseUrl, requests } = await scriptedServer(page([]));
      await expect(watchedClient({ baseUrl }).client.raw('GET', path)).rejects.toThrow(TypeError);
      expect(requests).toEqual([]);
    },
  );
});

describe('the token', () => {
  it.each([
    ['a page that shows what it was sent', html],
    ['a problem', problem(403, 'insufficient_scope')],
    ['a closed connection', hangUp],
    ['a cut body', cut],
  ])('is in no part of an error after %s', async (_, answerer) => {
    const { baseUrl } = await scriptedServer(answerer);
    const { client, events } = watchedClient({ baseUrl, maxAttempts: 2 });
    const error = await errorOf(client.bookings.list());
    const shown = [error, client, events].map((value) => inspect(value, { depth: 20, showHidden: true }));
    const said = JSON.stringify([error, client, events]);
    expect([...shown, said, String(error), (error as Error).stack].join('\n')).not.toContain('secret-token');
  });

  it('is in no error when it cannot be sent', async () => {
    const { baseUrl, requests } = await scriptedServer(page([]));
    const error = await errorOf(watchedClient({ baseUrl, token: `${token}\n` }).client.bookings.list());
    expect(error).toMatchObject({ kind: 'token', attempts: 0 });
    expect(inspect(error, { depth: 20, showHidden: true })).not.toContain('secret-token');
    expect(requests).toEqual([]);
  });
});

describe('addresses', () => {
  it('keep the names of query parameters and lose their values', async () => {
    const { baseUrl } = await scriptedServer(problem(400, 'invalid_request'));
    const { client } = watchedClient({ baseUrl });
    const error = await errorOf(client.members.list({ filters: { email: { in: ['noor@example.org'] } }, limit: 5 }));
    expect(error).toMatchObject({ url: `${baseUrl}/api/v1/members?filters[email][in]&limit` });
    expect(JSON.stringify(error)).not.toContain('noor');
  });

  it('follow a base URL with a path and slashes', async () => {
    const { baseUrl, requests } = await scriptedServer(page([]));
    await watchedClient({ baseUrl: `${baseUrl}/catalogue//` }).client.bookings.list();
    expect(requests[0]?.url).toBe('/catalogue/api/v1/bookings');
  });

  it.each([
    '',
    'catalogue.example.org',
    'ftp://example.org',
    'https://user:secret-token@example.org',
    'https://example.org?x=1',
    'https://example.org/api/v1',
    'https://example.org/catalogue/api/v1/',
  ])('refuse the base URL %s without repeating it', (baseUrl) => {
    expect(() => watchedClient({ baseUrl })).toThrow(
      new TypeError('baseUrl must be an http(s) address without user, query and /api/v1.'),
    );
  });

  it.each(['timeoutMs', 'totalTimeoutMs', 'maxAttempts', 'maxRetryWaitMs'])('refuse a %s that is none', (name) => {
    for (const limit of [NaN, 0, -1]) {
      expect(() => watchedClient({ baseUrl: 'https://example.org', [name]: limit })).toThrow(
        `${name} must be above 0.`,
      );
    }
  });

  it.each(['', '.', '..'])('refuse the id "%s", whose path would be another one', async (id) => {
    const { baseUrl, requests } = await scriptedServer(page([]));
    expect(() => watchedClient({ baseUrl }).client.bookings.get(id)).toThrow(TypeError);
    expect(requests).toEqual([]);
  });
});

describe('problems (ERR-2)', () => {
  it('come whole, with what the headers tell', async () => {
    const { baseUrl } = await scriptedServer(
      problem(403, 'insufficient_scope', {
        'www-authenticate': 'Bearer realm="catalogue", error="insufficient_scope", scope="bookings:read"',
        ratelimit: '"default";r=7;t=3',
      }),
    );
    expect(await errorOf(watchedClient({ baseUrl }).client.bookings.list())).toMatchObject({
      kind: 'api',
      status: 403,
      requestId: 'r1',
      attempts: 1,
      problem: { code: 'insufficient_scope', detail: 'It is insufficient_scope.' },
      challenge: { scheme: 'Bearer', error: 'insufficient_scope', scope: 'bookings:read' },
      rateLimit: { remaining: 7, resetMs: 3000 },
      message: `GET ${baseUrl}/api/v1/bookings was answered with 403: It is insufficient_scope.`,
    });
  });
});
