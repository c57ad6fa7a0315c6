import { expect, it } from '@jest/globals';
import { acceptsJson } from './accept.guard.js';

// The conformance suite covers the usual forms.
it.each([
  ...[undefined, '', 'APPLICATION/JSON', 'application/xml;q=0, */*'].map((accept) => [accept, true] as const),
  ...['*/*;q=0', 'application/jsonp', 'application/json;q=0, */*', 'application/problem+json;q=0'].map(
    (accept) => [accept, false] as const,
  ),
])('HTTP-4: a request with Accept %j gets JSON: %s', (accept, expected) => {
  expect(acceptsJson(accept)).toBe(expected);
});
