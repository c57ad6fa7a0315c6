import { expect, it } from '@jest/globals';
import { mayRetry } from './retry.js';

it.each([
  ['no response', 'GET, keyed POST', undefined, false],
  ['429', 'GET, POST, keyed POST', 429, true],
  ['408', 'GET, keyed POST', 408, false],
  ['500', 'GET, keyed POST', 500, false],
  ['503 with Retry-After', 'GET, keyed POST', 503, true],
  ['409 with Retry-After', 'keyed POST', 409, true],
  ['409', '', 409, false],
  ['400', '', 400, false],
  ['401', '', 401, false],
  ['404 with Retry-After', '', 404, true],
  ['422', '', 422, false],
  ['a redirect', '', 302, false],
])('after %s, these requests may be sent again: %s', (_, expected, status, requestedWait) => {
  const may = (method: string, hasKey = false) => mayRetry(method, hasKey, { status, requestedWait });
  const found = { GET: may('GET'), POST: may('POST'), 'keyed POST': may('POST', true) };
  expect(
    Object.entries(found)
      .flatMap(([name, isAllowed]) => (isAllowed ? [name] : []))
      .join(', '),
  ).toBe(expected);
  expect([may('HEAD'), may('PATCH')]).toEqual([found.GET, found.POST]);
});
