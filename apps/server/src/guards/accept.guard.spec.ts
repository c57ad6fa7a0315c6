import { expect, it } from '@jest/globals';
import { acceptsJson } from './accept.guard.js';

// The conformance suite asks for the usual forms.
it.each([
  ...[undefined, '', 'APPLICATION/JSON', 'application/xml;q=0, */*'].map((accept) => [accept, true] as const),
  ...['*/*;q=0', 'application/jsonp', 'application/json;q=0, */*', 'application/problem+json;q=0'].map(
    (accept) => [accept, false] as const,
  ),
])('HTTP-4: whether a request that accepts %j gets JSON: %s', (accept, expected) => {
  expect(acceptsJson(accept)).toBe(expected);
});
