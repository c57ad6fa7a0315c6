import { expect, it } from '@jest/globals';
import { acceptsJson } from './accept.guard.js';

it.each([undefined, '', 'APPLICATION/JSON', 'text/html, application/vnd.b+json;q=0.1', 'application/xml;q=0, */*'])(
  'HTTP-4: a request that accepts %j gets JSON',
  (accept) => {
    expect(acceptsJson(accept)).toBe(true);
  },
);

it.each([
  ...['text/html', 'image/*', '*/*;q=0', 'application/jsonp', 'application/json;q=0', 'application/json;q=0, */*'],
  'application/problem+json;q=0',
])('HTTP-4: a request that accepts %j cannot get JSON', (accept) => {
  expect(acceptsJson(accept)).toBe(false);
});
