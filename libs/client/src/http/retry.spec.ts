import { describe, expect, it } from '@jest/globals';
import { mayRetry } from './retry.js';

const none = { status: undefined, askedToWait: false };
const answered = (status: number, askedToWait = false) => ({ status, askedToWait });

describe('mayRetry', () => {
  it.each([
    ['no answer', none, true, false, true],
    ['429', answered(429), true, true, true],
    ['408', answered(408), true, false, true],
    ['500', answered(500), true, false, true],
    ['503 with Retry-After', answered(503, true), true, false, true],
    ['409 with Retry-After', answered(409, true), false, false, true],
    ['409', answered(409), false, false, false],
    ['400', answered(400), false, false, false],
    ['401', answered(401), false, false, false],
    ['404 with Retry-After', answered(404, true), false, false, false],
    ['412', answered(412), false, false, false],
    ['422', answered(422), false, false, false],
    ['a redirect', answered(302), false, false, false],
  ])('%s', (_, failure, read, write, keyed) => {
    expect(mayRetry('GET', false, failure)).toBe(read);
    expect(mayRetry('HEAD', false, failure)).toBe(read);
    expect(mayRetry('POST', false, failure)).toBe(write);
    expect(mayRetry('PATCH', false, failure)).toBe(write);
    expect(mayRetry('POST', true, failure)).toBe(keyed);
  });
});
