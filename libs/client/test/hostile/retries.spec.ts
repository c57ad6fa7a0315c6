import { describe, expect, it } from '@jest/globals';
import { QuotaThrottle } from '../../src/http/quota-throttle.js';
import { resourceResponse, pageResponse, problemResponse } from '../../src/testing/mock-fetch.js';
import { createTestClock } from '../../src/testing/test-clock.js';
import { errorOf, mockedClient } from '../support/make-client.js';

const busy = (headers: Record<string, string>) => problemResponse(429, 'rate_limited', { headers });
const down = (headers: Record<string, string> = {}) => problemResponse(503, 'unavailable', { headers });
const stool = { name: 'Folding stool', author_id: 'm1' };
const broken = () => new TypeError('fetch failed');

describe('a wait (RATE-2)', () => {
  it.each([
    ['Retry-After in seconds', busy({ 'retry-after': '3' }), 3000],
    ['random backoff, without Retry-After', busy({}), 250],
    ['random backoff, with a Retry-After of 0', busy({ 'retry-after': '0' }), 250],
    ['Retry-After of a 503', down({ 'retry-after': '5' }), 5000],
    ['RateLimit of the last page', pageResponse([], { headers: { ratelimit: '"default";r=0;t=4' } }), 4000],
  ])('is determined by %s', async (_, response, waitMs) => {
    const { client, clock } = mockedClient([response, pageResponse([]), pageResponse([])]);
    await client.bookings.list();
    await client.bookings.list();
    expect(clock.waits).toEqual([waitMs]);
  });

  it.each([
    ['above maxRetryWaitMs', '61', {}, 61_000],
    ['longer than totalTimeoutMs', '30', { totalTimeoutMs: 20_000 }, 30_000],
  ])('%s is an error, and the next call fails without being sent', async (_, seconds, options, retryAfterMs) => {
    const { client, clock, requests } = mockedClient([busy({ 'retry-after': seconds })], options);
    const error = { kind: 'rate_limited', retryAfterMs };
    expect(await errorOf(client.bookings.list())).toMatchObject({ ...error, status: 429, attempts: 1 });
    expect(await errorOf(client.places.list())).toMatchObject({ ...error, attempts: 0 });
    expect([clock.waits, requests.length]).toEqual([[], 1]);
  });

  it('is at most a day, which fits a timer, regardless of RateLimit-Policy', async () => {
    const headers = { 'retry-after': '1', 'ratelimit-policy': '"default";q=1;w=31536000' };
    const endless = { maxRetryWaitMs: Infinity, totalTimeoutMs: Infinity, timeoutMs: Infinity };
    const { client, clock } = mockedClient([busy(headers), pageResponse([]), pageResponse([])], endless);
    await client.bookings.list();
    await client.bookings.list();
    expect(clock.waits.at(-1)).toBe(86_400_000);
  });

  it.each([
    [{}, 0, [0, 0, 0]],
    [{ maxAttempts: 8 }, 0.5, [250, 500, 1000, 2000, 4000, 4000, 4000]],
  ])(
    'doubles with each attempt up to 8 s, times a random number: %j with random %d',
    async (options, random, waits) => {
      const clock = createTestClock({ random });
      const { client } = mockedClient(() => down(), { ...options, clock });
      const failed = { kind: 'api', status: 503, attempts: waits.length + 1, problem: { code: 'unavailable' } };
      expect(await errorOf(client.bookings.list())).toMatchObject(failed);
      expect(clock.waits).toEqual(waits);
    },
  );

  it('ends at once when the caller aborts', async () => {
    const controller = new AbortController();
    const sleep = () => Promise.resolve(controller.abort(new Error('enough')));
    const clock = { now: () => 0, random: () => 0, sleep };
    const { client, requests } = mockedClient([busy({ 'retry-after': '50' }), pageResponse([])], { clock });
    const error = await errorOf(client.bookings.list({}, { signal: controller.signal }));
    expect(error).toMatchObject({ kind: 'aborted', attempts: 1, cause: new Error('enough') });
    expect(requests).toHaveLength(1);
  });
});

describe('the quota throttle', () => {
  it('holds all calls of a client after one 429, and none of another client', async () => {
    const script = [busy({ 'retry-after': '9' }), pageResponse([]), pageResponse([]), pageResponse([])];
    const { client, clock, eventsOf } = mockedClient(script);
    await Promise.all([client.bookings.list(), client.places.list().then(() => client.spaces.list())]);
    expect(clock.now()).toBe(9000);
    expect(eventsOf('throttle')[0]).toMatchObject({ waitMs: 9000 });
    const other = mockedClient([pageResponse([])]);
    await other.client.bookings.list();
    expect(other.clock.waits).toEqual([]);
  });

  it('admits as many calls as a window allows, and holds the others until the next one', () => {
    const throttle = new QuotaThrottle();
    const headers = { 'ratelimit-policy': '"default";q=5;w=3', ratelimit: '"default";r=0;t=2' };
    throttle.learn(new Headers(headers), 0);
    const waits = (time: number) => Array.from({ length: 7 }, () => throttle.admit(time));
    expect(waits(1000)).toEqual([1000, 1000, 1000, 1000, 1000, 1000, 1000]);
    expect(waits(2000)).toEqual([0, 0, 0, 0, 0, 3000, 3000]);
    expect(waits(5000)).toEqual([0, 0, 0, 0, 0, 3000, 3000]);
    // The quota is unknown after a whole window has passed.
    expect(waits(11_000)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });
});

describe('a create', () => {
  it('is retried with one key after any failure of an attempt (WRITE-7)', async () => {
    const running = problemResponse(409, 'conflict', { headers: { 'retry-after': '1' } });
    const created = resourceResponse({ id: 'p1' }, { status: 201 });
    const { client, requests } = mockedClient([broken(), running, busy({ 'retry-after': '1' }), created]);
    const { data, meta, replayed } = await client.projects.create(stool);
    expect([data.id, meta.status, meta.attempts, replayed]).toEqual(['p1', 201, 4, false]);
    expect(requests.map(({ body }) => body)).toEqual([stool, stool, stool, stool]);
    const [key, ...others] = new Set(requests.map(({ headers }) => headers.get('idempotency-key')));
    expect([key, others]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), []]);
  });

  it('sends a new key or that of the caller, and reports whether the project already existed (WRITE-7)', async () => {
    const replay = { status: 201, headers: { 'idempotency-replayed': 'true' } };
    const { client, requests } = mockedClient(() => resourceResponse({ id: 'p1' }, replay));
    await client.projects.create(stool);
    await client.projects.create(stool);
    expect((await client.projects.create(stool, { idempotencyKey: 'order-7' })).replayed).toBe(true);
    const keys = requests.map(({ headers }) => headers.get('idempotency-key'));
    expect([new Set(keys).size, keys[2]]).toEqual([3, 'order-7']);
    expect(() => client.projects.create(stool, { idempotencyKey: '' })).toThrow(TypeError);
  });
});

it.each([{}, { idempotencyKey: '' }])('a raw POST without a key is not retried: %j', async (key) => {
  const { client, requests } = mockedClient([broken()]);
  const call = client.raw('POST', '/api/v1/projects', { body: stool, ...key });
  expect(await errorOf(call)).toMatchObject({ kind: 'network', attempts: 1 });
  expect(requests).toHaveLength(1);
});

describe('the retry budget', () => {
  it('limits unrequested retries, and is refilled by calls', async () => {
    const { client, requests } = mockedClient(() => down(), { maxAttempts: 2 });
    const retries = async (calls: number) => {
      const before = requests.length;
      for (let call = 0; call < calls; call += 1) await errorOf(client.bookings.list());
      return requests.length - before - calls;
    };
    await retries(100);
    expect(Math.abs((await retries(100)) - 20)).toBeLessThanOrEqual(1);
  });

  it('is not used by waits that the service requested', async () => {
    let count = 0;
    const { client, requests } = mockedClient(() => (count++ % 2 ? pageResponse([]) : busy({ 'retry-after': '1' })));
    for (let call = 0; call < 50; call += 1) await client.bookings.list();
    expect(requests).toHaveLength(100);
  });
});
