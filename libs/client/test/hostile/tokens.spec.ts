import { inspect } from 'node:util';
import { describe, expect, it, jest } from '@jest/globals';
import { type MockRequest, resourceResponse, pageResponse, problemResponse } from '../../src/testing/mock-fetch.js';
import { errorOf, mockedClient } from '../support/make-client.js';

const rejected = (error: string, status = 401) =>
  problemResponse(status, status === 401 ? 'invalid_token' : 'insufficient_scope', {
    headers: { 'www-authenticate': `Bearer realm="catalogue", error="${error}"` },
  });
const sent = (requests: readonly MockRequest[]) => requests.map(({ headers }) => headers.get('authorization'));

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Returns t1, t2, … */
const counted = () => {
  let count = 0;
  return jest.fn(async () => {
    await Promise.resolve();
    return `t${(count += 1)}`;
  });
};

describe('a token function', () => {
  it('AUTH-2: is called once for all calls, and once more when its token is rejected', async () => {
    const token = counted();
    const { client, requests } = mockedClient(
      ({ headers }) => (headers.get('authorization') === 'Bearer t1' ? rejected('invalid_token') : pageResponse([])),
      { token },
    );
    const lists = Promise.all([client.bookings.list(), client.places.list(), client.spaces.list()]);
    await jest.advanceTimersByTimeAsync(100);
    await lists;
    await client.members.list();
    expect([token.mock.calls.length, requests.length]).toEqual([2, 7]);
  });

  it('is called once more by the other calls after 2 s if it ended with the first call, as in a Worker', async () => {
    const token = jest.fn(() => Promise.resolve('t2')).mockImplementationOnce(() => new Promise(() => {}));
    const { client } = mockedClient(() => pageResponse([]), { token });
    void client.spaces.list().safe();
    const others = Promise.all([client.bookings.list(), client.places.list(), client.members.list()]);
    await jest.advanceTimersByTimeAsync(1990);
    expect(token).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(20);
    await others;
    expect(token).toHaveBeenCalledTimes(2);
  });

  it('fails all calls that wait for it when it fails', async () => {
    const token = jest.fn(() => Promise.reject(new Error('vault is closed')));
    const { client } = mockedClient([], { token });
    const errors = Promise.all([client.bookings.list(), client.places.list()].map(errorOf));
    await jest.advanceTimersByTimeAsync(20);
    expect([await errors, token.mock.calls.length]).toMatchObject([[{ kind: 'token' }, { kind: 'token' }], 1]);
  });

  it('is called, while it hangs, by a waiting call as soon as the first one is aborted, but not by an aborted one', async () => {
    const token = jest.fn(() => Promise.resolve('t2')).mockImplementationOnce(() => new Promise(() => {}));
    const { client, requests } = mockedClient(() => resourceResponse({ id: 'b1' }), { token });
    const controllers = [new AbortController(), new AbortController()];
    const calls = controllers.map(({ signal }) => errorOf(client.spaces.list({}, { signal })));
    await nextTurn();
    const other = client.bookings.get('b1');
    await nextTurn();
    for (const controller of controllers) controller.abort();
    await jest.advanceTimersByTimeAsync(20);
    await other;
    expect(await Promise.all(calls)).toMatchObject([{ kind: 'aborted' }, { kind: 'aborted' }]);
    expect([token.mock.calls.length, requests.length]).toEqual([2, 1]);
  });

  it.each([
    ['called twice, not three times, by a call whose tokens are rejected', counted(), 'invalid_token', 401, [2, 2]],
    ['called once if a scope is missing (AUTH-3)', counted(), 'insufficient_scope', 403, [1, 1]],
    ['not followed by a request if it returns the rejected token', jest.fn(() => 'same'), 'invalid_token', 401, [2, 1]],
  ])('is %s', async (_, token, error, status, counts) => {
    const { client, requests } = mockedClient(() => rejected(error, status), { token });
    expect(await errorOf(client.bookings.list())).toMatchObject({ kind: 'api', status });
    expect([token.mock.calls.length, requests.length]).toEqual(counts);
  });

  it('is called again by the next call after it fails', async () => {
    const cause = new Error('vault is closed');
    const token = jest
      .fn(() => 't1')
      .mockImplementationOnce(() => {
        throw cause;
      });
    const { client, requests } = mockedClient(() => pageResponse([]), { token });
    expect(await errorOf(client.bookings.list())).toMatchObject({ kind: 'token', attempts: 0, cause });
    await client.bookings.list();
    expect(sent(requests)).toEqual(['Bearer t1']);
  });

  it('is called again by the next call after it hangs longer than an attempt', async () => {
    const token = jest.fn(() => Promise.resolve('t2')).mockImplementationOnce(() => new Promise(() => {}));
    const { client, requests } = mockedClient([pageResponse([])], { token, timeoutMs: 20 });
    const failed = errorOf(client.bookings.list());
    await jest.advanceTimersByTimeAsync(20);
    expect(await failed).toMatchObject({ kind: 'token', attempts: 0 });
    await client.bookings.list();
    expect(sent(requests)).toEqual(['Bearer t2']);
  });

  it.each([undefined, '', 17, 'secret\ntoken', 'secret-tökén'])('causes an error if it returns %j', async (given) => {
    const { given: token } = JSON.parse(JSON.stringify({ given })) as { given: string };
    const { client, requests } = mockedClient([], { token: () => token });
    const error = await errorOf(client.bookings.list());
    expect(error).toMatchObject({ kind: 'token', attempts: 0 });
    expect(inspect(error, { depth: 20, showHidden: true })).not.toMatch(/secret/);
    expect(requests).toEqual([]);
    // A string is rejected when the client is created.
    expect(() => mockedClient([], { token })).toThrow(
      new TypeError('The token must be visible ASCII characters without spaces.'),
    );
  });

  it.each([' t1\r\n', 'Bearer t1', 'bearer  t1\n'])(
    'may return white space and Bearer before the token, as may a string: %j',
    async (given) => {
      for (const token of [given, () => given]) {
        const { client, requests } = mockedClient([pageResponse([])], { token });
        await client.bookings.list();
        expect(sent(requests)).toEqual(['Bearer t1']);
      }
    },
  );
});

it('a token given as a string is not sent again after a rejection', async () => {
  const { client, requests } = mockedClient(() => rejected('invalid_token'));
  expect(await errorOf(client.bookings.list())).toMatchObject({ status: 401, challenge: { error: 'invalid_token' } });
  expect(requests).toHaveLength(1);
});
