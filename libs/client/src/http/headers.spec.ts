import { describe, expect, it } from '@jest/globals';
import fc from '@resource-catalogue/testing/fast-check';
import { deprecationWarning, readChallenge, readRateLimit, readRetryAfter } from './headers.js';
import { QuotaThrottle } from './quota-throttle.js';

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
    [
      'a date, relative to the local clock if Date is malformed',
      { 'retry-after': 'Sun, 01 Mar 2026 09:00:30 GMT', date: '5' },
      30_000,
    ],
    ['a date in the past', { 'retry-after': 'Sun, 01 Mar 2026 08:00:00 GMT' }, 0],
    ['the end of a used-up window', { ratelimit: '"default";r=0;t=20' }, 20_000],
    ['Retry-After before RateLimit', { 'retry-after': '3', ratelimit: '"default";r=0;t=20' }, 3000],
    ['RateLimit if Retry-After is invalid', { 'retry-after': 'soon', ratelimit: '"default";r=0;t=20' }, 20_000],
    ['more seconds than a number can hold, as a day', { 'retry-after': '9'.repeat(400) }, day],
    ['a date in a thousand years', { 'retry-after': 'Sun, 01 Mar 3026 09:00:30 GMT' }, day],
    ['a window of years', { ratelimit: '"default";r=0;t=999999999' }, day],
    ['a window with requests left', { ratelimit: '"default";r=1;t=20' }, undefined],
    ['a date beyond all dates', { 'retry-after': 'Sun, 01 Mar 999999 09:00:30 GMT' }, undefined],
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

it.each([
  [{ deprecation: '@1767225600' }, ' since 2026-01-01'],
  [{ deprecation: '@253402300799' }, ' since 9999-12-31'],
  [{ deprecation: '@253402300800' }, ''],
  [{ deprecation: '@99999999999999999' }, ''],
  [{ deprecation: `@${'9'.repeat(400)}` }, ''],
  [{ deprecation: 'true', sunset: 'soon' }, ''],
  [{ sunset: 'Fri, 01 Jan 2027 00:00:00 GMT' }, ' and ends on Fri, 01 Jan 2027 00:00:00 GMT'],
  [{ sunset: 'Fri, 01 Jan 999999 00:00:00 GMT' }, ''],
])('VER-1: a deprecation warning omits impossible dates: %j', (headers, dates) => {
  const warning = deprecationWarning('GET /api/v1/spaces', new Headers(headers));
  expect(warning).toBe(`GET /api/v1/spaces is deprecated${dates}.`);
});

it('no header value causes an error (VER-1, RATE-2)', () => {
  const instants = fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n });
  const years = fc.integer({ min: -1_000_000, max: 1_000_000 });
  const value = fc.oneof(
    fc.string({ unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)) }),
    instants.map(String),
    instants.map((seconds) => `@${seconds}`),
    years.map((year) => `Sun, 01 Mar ${year} 09:00:30 GMT`),
    instants.map((seconds) => `"default";r=0;t=${seconds};q=${seconds};w=${seconds}`),
  );
  const names = ['date', 'deprecation', 'ratelimit', 'ratelimit-policy', 'retry-after', 'sunset'];
  const headers = fc.dictionary(fc.constantFrom(...names), value);
  const property = fc.property(headers, (given) => {
    const received = new Headers(given);
    const throttle = new QuotaThrottle();
    throttle.learn(received, now);
    const waits = [readRetryAfter(received, now) ?? 0, throttle.admit(now)];
    expect(waits.filter((wait) => !(wait >= 0 && wait <= day))).toEqual([]);
    expect(deprecationWarning('GET /', received) ?? 'GET / is deprecated.').toMatch(/^GET \/ is deprecated/);
  });
  fc.assert(property, { numRuns: 1000 });
});
