import { afterEach, expect, it } from '@jest/globals';
import { errorOf, mockedClient } from '../../test/support/make-client.js';

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
