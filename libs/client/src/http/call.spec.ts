import { afterEach, expect, it } from '@jest/globals';
import { errorOf, mockedClient } from '../../test/support/make-client.js';
import { pageResponse, problemResponse } from '../testing/mock-fetch.js';

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'location');
});

it.each([
  ['filters[email][in]=noor@example.org&sort=last_name&limit=20', 'filters[email][in]=…&sort=last_name&limit=20'],
  ['sort=noor@example.org&limit=20%0A', 'sort=…&limit=…'],
])('the error for ?%s shows only %s, because other values may be personal data', async (query, shown) => {
  const { client } = mockedClient([]);
  expect(await errorOf(client.raw('GET', '/api/v1/members', { query }))).toMatchObject({
    url: `https://catalogue.example.org/api/v1/members?${shown}`,
  });
});

it.each([
  [
    'https://page.example.org',
    'no connection, or the service does not allow the origin https://page.example.org (CORS)',
  ],
  ['https://catalogue.example.org', 'no connection'],
])('HTTP-6: a failed request from a page of %s has the reason: %s', async (origin, reason) => {
  Object.defineProperty(globalThis, 'location', { value: { origin }, configurable: true });
  const { client } = mockedClient([new TypeError('Failed to fetch')], { maxAttempts: 1 });
  const error = await errorOf(client.spaces.list());
  expect(error).toMatchObject({
    kind: 'network',
    message: `GET https://catalogue.example.org/api/v1/spaces got no response: ${reason}`,
  });
});

it('events number the calls of each client from 1; the attempts of a call share its number', async () => {
  const busy = problemResponse(429, 'rate_limited', { headers: { 'retry-after': '1' } });
  const numbers = async () => {
    const { client, eventsOf } = mockedClient([pageResponse([]), busy, pageResponse([])]);
    await client.spaces.list();
    await client.spaces.list();
    return eventsOf('request').map(({ call }) => call);
  };
  expect([await numbers(), await numbers()]).toEqual([
    [1, 2, 2],
    [1, 2, 2],
  ]);
});
