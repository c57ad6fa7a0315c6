import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createMockFetch, type MockRequest, pageAnswer, problemAnswer } from '../../src/testing/mock-fetch.js';
import { errorOf, mockedClient, stopClock } from '../support/make-client.js';

const refused = (error: string, status = 401) =>
  problemAnswer(status, status === 401 ? 'invalid_token' : 'insufficient_scope', {
    headers: { 'www-authenticate': `Bearer realm="catalogue", error="${error}"` },
  });
const sent = (requests: readonly MockRequest[]) => requests.map(({ headers }) => headers.get('authorization'));

/** Gives t1, t2, … and counts. */
function counted() {
  let count = 0;
  const token = async () => {
    await Promise.resolve();
    return `t${(count += 1)}`;
  };
  return { token, calls: () => count };
}

afterEach(() => void jest.useRealTimers());

describe('a token function', () => {
  it('is called once for all calls', async () => {
    const mock = createMockFetch(() => pageAnswer([]));
    const { token, calls } = counted();
    const { client } = mockedClient(mock.fetch, { token });
    await Promise.all([client.bookings.list(), client.places.list()]);
    await client.spaces.list();
    expect(calls()).toBe(1);
    expect(new Set(sent(mock.requests))).toEqual(new Set(['Bearer t1']));
  });

  it('is called again, once for all calls, when its token is refused (AUTH-2)', async () => {
    const mock = createMockFetch(({ headers }) =>
      headers.get('authorization') === 'Bearer t1' ? refused('invalid_token') : pageAnswer([]),
    );
    const { token, calls } = counted();
    const { client } = mockedClient(mock.fetch, { token });
    await Promise.all([client.bookings.list(), client.places.list(), client.spaces.list()]);
    expect(calls()).toBe(2);
    expect(mock.requests).toHaveLength(6);
  });

  it('is not called a third time in one call', async () => {
    const mock = createMockFetch(() => refused('invalid_token'));
    const { token, calls } = counted();
    expect(await errorOf(mockedClient(mock.fetch, { token }).client.bookings.list())).toMatchObject({
      kind: 'api',
      status: 401,
    });
    expect(calls()).toBe(2);
    expect(mock.requests).toHaveLength(2);
  });

  it('is asked for nothing new by a missing scope (AUTH-3)', async () => {
    const mock = createMockFetch(() => refused('insufficient_scope', 403));
    const { token, calls } = counted();
    expect(await errorOf(mockedClient(mock.fetch, { token }).client.bookings.list())).toMatchObject({ status: 403 });
    expect(calls()).toBe(1);
  });

  it('saves a request when it has no other token', async () => {
    const mock = createMockFetch(() => refused('invalid_token'));
    expect(await errorOf(mockedClient(mock.fetch, { token: () => 'same' }).client.bookings.list())).toMatchObject({
      status: 401,
    });
    expect(mock.requests).toHaveLength(1);
  });

  it('may fail, and is asked again by the next call', async () => {
    const mock = createMockFetch(() => pageAnswer([]));
    const answers = [new Error('vault is closed'), 't1'];
    const token = () => {
      const answer = answers.shift();
      if (typeof answer === 'string') return answer;
      throw answer ?? new Error('asked too often');
    };
    const { client } = mockedClient(mock.fetch, { token });
    expect(await errorOf(client.bookings.list())).toMatchObject({
      kind: 'token',
      attempts: 0,
      cause: new Error('vault is closed'),
    });
    await client.bookings.list();
    expect(sent(mock.requests)).toEqual(['Bearer t1']);
  });

  it('may hang no longer than an attempt, and is asked again by the next call', async () => {
    stopClock();
    const mock = createMockFetch([pageAnswer([])]);
    let calls = 0;
    const token = () => ((calls += 1) === 1 ? new Promise<string>(() => {}) : 't2');
    const { client } = mockedClient(mock.fetch, { token, timeoutMs: 20 });
    const failed = errorOf(client.bookings.list());
    await jest.advanceTimersByTimeAsync(20);
    expect(await failed).toMatchObject({ kind: 'token', attempts: 0 });
    await client.bookings.list();
    expect(sent(mock.requests)).toEqual(['Bearer t2']);
  });

  it.each([[undefined], [''], [17]])('that gives %p has given none', async (given) => {
    const token = JSON.parse(JSON.stringify({ token: () => 't', given })) as { given: string };
    const mock = createMockFetch([]);
    const { client } = mockedClient(mock.fetch, { token: () => token.given });
    expect(await errorOf(client.bookings.list())).toMatchObject({ kind: 'token', attempts: 0 });
    expect(mock.requests).toEqual([]);
  });
});

it('a token that is a text is not sent again after a refusal', async () => {
  const mock = createMockFetch(() => refused('invalid_token'));
  expect(await errorOf(mockedClient(mock.fetch).client.bookings.list())).toMatchObject({
    status: 401,
    challenge: { error: 'invalid_token' },
  });
  expect(mock.requests).toHaveLength(1);
});
