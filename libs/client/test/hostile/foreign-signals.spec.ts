import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { pageResponse } from '../../src/testing/mock-fetch.js';
import { errorOf, mockedClient, watchedClient } from '../support/make-client.js';
import { installForeignSignals } from '../support/foreign-signals.js';
import { scriptedServer } from '../support/scripted-server.js';

const NativeController = AbortController;
const rows = [{ id: 'b1' }];
const enough = new Error('enough');
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

// The same expectations hold with the platform's own signals.
describe.each([
  ['of the platform', () => () => {}],
  ['of another realm than fetch, as in jsdom', installForeignSignals],
])('with an AbortController %s', (_, install) => {
  let restore: () => void;
  beforeEach(() => void (restore = install()));
  afterEach(() => restore());

  const controllers = () => [new AbortController(), new NativeController()];

  it('a request is sent complete, and redirects are rejected', async () => {
    const location = 'http://127.0.0.1:9/';
    const redirect = (response: ServerResponse) => response.writeHead(307, { location }).end();
    const { baseUrl, requests } = await scriptedServer(Response.json({ data: rows[0] }, { status: 201 }), redirect);
    const { client } = watchedClient({ baseUrl });
    const { data } = await client.projects.create({ name: 'Stool', author_id: 'm1' }, { idempotencyKey: 'k1' });
    expect(data).toEqual(rows[0]);
    expect(requests[0]?.method).toBe('POST');
    expect(requests[0]?.headers).toMatchObject({
      accept: 'application/json',
      authorization: 'Bearer rct_secret-token',
      'content-length': '33',
      'content-type': 'application/json',
      'idempotency-key': 'k1',
    });
    expect(await errorOf(client.spaces.list())).toMatchObject({ kind: 'api', status: 307 });
  });

  it('a broken connection is a network error with its reason', async () => {
    const { baseUrl } = await scriptedServer((response) => response.destroy());
    const { client } = watchedClient({ baseUrl, maxAttempts: 1 });
    const message = `GET ${baseUrl}/api/v1/bookings got no response: UND_ERR_SOCKET`;
    expect(await errorOf(client.bookings.list())).toMatchObject({ kind: 'network', message });
  });

  it('a custom fetch gets a Request', async () => {
    const { client, requests } = mockedClient([pageResponse(rows)]);
    expect((await client.bookings.list({ limit: 1 })).data).toEqual(rows);
    expect(requests).toMatchObject([{ method: 'GET', query: { limit: '1' } }]);
  });

  it('a signal of either realm ends a call that waits for a response', async () => {
    for (const controller of controllers()) {
      const { client } = mockedClient(() => {
        controller.abort(enough);
        return new Promise(() => {});
      });
      const error = await errorOf(client.bookings.list({}, { signal: controller.signal }));
      expect(error).toMatchObject({ kind: 'aborted', cause: enough });
    }
  });

  it('a signal of either realm stops a body', async () => {
    for (const controller of controllers()) {
      let closed: Promise<unknown> | undefined;
      const { baseUrl } = await scriptedServer((response) => {
        closed = once(response, 'close');
        response.writeHead(200).write('{"data":');
      });
      const abortLater: typeof fetch = async (input, init) => {
        const response = await fetch(input, init);
        setImmediate(() => controller.abort(enough));
        return response;
      };
      const { client } = watchedClient({ baseUrl, fetch: abortLater });
      const error = await errorOf(client.bookings.list({}, { signal: controller.signal }));
      expect(error).toMatchObject({ kind: 'aborted', cause: enough });
      await closed;
    }
  });

  it('a signal that aborts while a token is awaited prevents the request', async () => {
    for (const controller of controllers()) {
      const token = async () => {
        controller.abort(enough);
        await nextTurn();
        return 't1';
      };
      const { client, requests } = mockedClient([], { token });
      const error = await errorOf(client.bookings.list({}, { signal: controller.signal }));
      // Long enough for the token and a request after it.
      for (let turns = 0; turns < 20; turns += 1) await nextTurn();
      expect([error, requests]).toEqual([expect.objectContaining({ kind: 'aborted' }), []]);
    }
  });

  it('an attempt times out', async () => {
    const fetch = () => {
      jest.advanceTimersByTime(20);
      return new Promise<Response>(() => {});
    };
    const { client } = mockedClient([], { fetch, timeoutMs: 20, maxAttempts: 2 });
    expect(await errorOf(client.bookings.list())).toMatchObject({ kind: 'timeout', attempts: 2 });
  });
});
