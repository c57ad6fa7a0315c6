import { describe, expect, it } from '@jest/globals';
import { acceptsJson } from './accept.guard.js';

describe('Accept (HTTP-4)', () => {
  it.each([
    [undefined, true],
    ['', true],
    ['*/*', true],
    ['application/*', true],
    ['application/json', true],
    ['APPLICATION/JSON', true],
    ['application/json;charset=utf-8', true],
    ['application/problem+json', true],
    ['application/vnd.example+json;q=0.1', true],
    ['text/html, application/json;q=0.5', true],
    ['text/html', false],
    ['image/*', false],
    ['*/*;q=0', false],
    ['application/jsonp', false],
    ['application/xml;q=0, */*', true],
    ['text/html, application/xml', false],
    ['application/json;q=0', false],
    ['application/json;q=0, */*', false],
    ['application/problem+json;q=0', false],
  ])('HTTP-4: Accept %s: %s', (accept, expected) => {
    expect(acceptsJson(accept)).toBe(expected);
  });
});
