import { afterEach, expect, it } from '@jest/globals';
import { errorOf, mockedClient } from '../../test/support/make-client.js';

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'location');
});

it('an error shows sort and page size, and no value that may be personal', async () => {
  const { client } = mockedClient([]);
  const filters = { email: { in: ['noor@example.org'] } };
  expect(await errorOf(client.members.list({ filters, sort: 'last_name', limit: 20 }))).toMatchObject({
    url: 'https://catalogue.example.org/api/v1/members?filters[email][in]=…&sort=last_name&limit=20',
  });
});

it('an error shows no text that was sent where a sort belongs', async () => {
  const { client } = mockedClient([]);
  const query = 'sort=noor@example.org&limit=20%0A';
  expect(await errorOf(client.raw('GET', '/api/v1/members', { query }))).toMatchObject({
    url: 'https://catalogue.example.org/api/v1/members?sort=…&limit=…',
  });
});

it.each([
  [
    'https://page.example.org',
    'no connection, or the service does not allow the origin https://page.example.org (CORS)',
  ],
  ['https://catalogue.example.org', 'no connection'],
])('HTTP-6: a page of %s without an answer hears why: %s', async (origin, reason) => {
  Object.defineProperty(globalThis, 'location', { value: { origin }, configurable: true });
  const { client } = mockedClient([new TypeError('Failed to fetch')], { maxAttempts: 1 });
  const error = await errorOf(client.spaces.list());
  expect(error).toMatchObject({
    kind: 'network',
    message: `GET https://catalogue.example.org/api/v1/spaces got no answer: ${reason}`,
  });
});
