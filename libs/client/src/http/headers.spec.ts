import { describe, expect, it } from '@jest/globals';
import { deprecationWarning, readChallenge, readRateLimit, readRetryAfter } from './headers.js';

const day = 86_400_000;
const now = Date.parse('2026-03-01T09:00:00Z');

describe('readRetryAfter', () => {
  it.each([
    ['seconds', { 'retry-after': '3' }, 3000],
    ['no seconds', { 'retry-after': '0' }, 0],
    [
      'a date, relative to the Date of the response',
      { 'retry-after': 'Sun, 01 Mar 2026 10:00:30 GMT', date: 'Sun, 01 Mar 2026 10:00:00 GMT' },
      30_000,
    ],
    ['a date, relative to the local clock', { 'retry-after': 'Sun, 01 Mar 2026 09:00:30 GMT' }, 30_000],
    ['a date in the past', { 'retry-after': 'Sun, 01 Mar 2026 08:00:00 GMT' }, 0],
    ['the end of a used-up window', { ratelimit: '"default";r=0;t=20' }, 20_000],
    ['Retry-After before RateLimit', { 'retry-after': '3', ratelimit: '"default";r=0;t=20' }, 3000],
    ['RateLimit if Retry-After is invalid', { 'retry-after': 'soon', ratelimit: '"default";r=0;t=20' }, 20_000],
    ['more seconds than a number can hold, as a day', { 'retry-after': '9'.repeat(400) }, day],
    ['a date in a thousand years', { 'retry-after': 'Sun, 01 Mar 3026 09:00:30 GMT' }, day],
    ['a window of years', { ratelimit: '"default";r=0;t=999999999' }, day],
    ['a window with requests left', { ratelimit: '"default";r=1;t=20' }, undefined],
    ['negative seconds', { 'retry-after': '-5' }, undefined],
    ['nonsense', { 'retry-after': 'NaN' }, undefined],
    ['nothing', {}, undefined],
  ])('reads %s (RATE-2)', (_, headers, wait) => {
    expect(readRetryAfter(new Headers(headers), now)).toBe(wait);
  });
});

describe('readRateLimit', () => {
  it.each([
    ['"default";r=599;t=60', { remaining: 599, resetMs: 60_000 }],
    ['"default"; r=0; t=1', { remaining: 0, resetMs: 1000 }],
    ['"default";t=5;r=2', { remaining: 2, resetMs: 5000 }],
    ['"default";r=x;t=5', null],
    ['', null],
    [null, null],
  ])('reads %s (RATE-2)', (header, limit) => {
    expect(readRateLimit(header)).toEqual(limit);
  });
});

describe('readChallenge', () => {
  it.each([
    ['Bearer realm="catalogue"', { scheme: 'Bearer', realm: 'catalogue' }],
    [
      'Bearer realm="catalogue", error="insufficient_scope", scope="bookings:read"',
      { scheme: 'Bearer', realm: 'catalogue', error: 'insufficient_scope', scope: 'bookings:read' },
    ],
    ['Basic', { scheme: 'Basic' }],
    ['', undefined],
    [null, undefined],
  ])('reads %s (AUTH-2, AUTH-3)', (header, challenge) => {
    expect(readChallenge(header)).toEqual(challenge);
  });
});

it('VER-1: a deprecation warning omits an impossible date', () => {
  const warn = (deprecation: string) => deprecationWarning('GET /api/v1/spaces', new Headers({ deprecation }));
  expect([warn('@1767225600'), warn('@99999999999999999')]).toEqual([
    'GET /api/v1/spaces is deprecated since 2026-01-01.',
    'GET /api/v1/spaces is deprecated.',
  ]);
});
