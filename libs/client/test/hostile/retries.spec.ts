import { describe, expect, it } from '@jest/globals';
import { type Clock, isCatalogueError } from '../../src/index.js';
import { createMockFetch, oneAnswer, pageAnswer, problemAnswer } from '../../src/testing/mock-fetch.js';
import { errorOf, mockedClient } from '../support/make-client.js';

const busy = (headers: Record<string, string>) => problemAnswer(429, 'rate_limited', { headers });
const down = (headers: Record<string, string> = {}) => problemAnswer(503, 'unavailable', { headers });
const stool = { name: 'Folding stool', author_id: 'm1' };
const broken = () => new TypeError('fetch failed');

/** A clock that stands still while any of the calls works, and jumps to where the next one wakes once all of them sleep. */
function sleepersClock() {
  let time = 0;
  let working = 0;
  let sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  const stopWorking = () => {
    working -= 1;
    if (working > 0 || sleepers.length === 0) return;
    time = Math.min(...sleepers.map(({ at }) => at));
    const woken = sleepers.filter(({ at }) => at === time);
    sleepers = sleepers.filter(({ at }) => at > time);
    working = woken.length;
    for (const { wake } of woken) wake();
  };
  const clock: Clock = {
    now: () => time,
    random: () => 0.5,
    sleep: (ms) =>
      new Promise((wake) => {
        sleepers.push({ at: time + ms, wake });
        stopWorking();
      }),
  };
  const runAll = async (count: number, call: () => Promise<unknown>) => {
    working = count;
    await Promise.all(Array.from({ length: count }, () => call().finally(stopWorking)));
  };
  return { clock, runAll };
}

describe('waiting (RATE-2)', () => {
  it.each([
    ['Retry-After in seconds', { 'retry-after': '3' }, 3000],
    ['Retry-After as a date', { 'retry-after': 'Thu, 01 Jan 1970 00:00:07 GMT' }, 7000],
    ['RateLimit', { ratelimit: '"default";r=0;t=2' }, 2000],
    ['nothing: half of 500 ms', {}, 250],
    ['Retry-After of zero: no hot loop', { 'retry-after': '0' }, 250],
  ])('waits by %s', async (_, headers, waitMs) => {
    const mock = createMockFetch([busy(headers), pageAnswer([])]);
    const { client, clock } = mockedClient(mock.fetch);
    await client.bookings.list();
    expect(clock.waits).toEqual([waitMs]);
  });

  it('fails with the wait instead of coming earlier, when it is above the cap', async () => {
    const mock = createMockFetch([busy({ 'retry-after': '3600' })]);
    const { client, clock } = mockedClient(mock.fetch);
    const error = await errorOf(client.bookings.list());
    expect(error).toMatchObject({ kind: 'rate_limited', status: 429, retryAfterMs: 3_600_000, attempts: 1 });
    expect(clock.waits).toEqual([]);
  });

  it.each([
    ['Retry-After', { 'retry-after': '31536000' }],
    ['RateLimit-Policy', { 'retry-after': '1', 'ratelimit-policy': '"default";q=1;w=31536000' }],
  ])('never waits longer than a day, which a timer can do: %s', async (_, headers) => {
    const mock = createMockFetch([busy(headers), pageAnswer([]), pageAnswer([])]);
    const { client, clock } = mockedClient(mock.fetch, { maxRetryWaitMs: Infinity, totalTimeoutMs: Infinity });
    await client.bookings.list();
    await client.bookings.list();
    expect(clock.waits.at(-1)).toBe(86_400_000);
  });

  it('fails with the wait when it would outlast the call', async () => {
    const mock = createMockFetch([busy({ 'retry-after': '30' })]);
    const { client } = mockedClient(mock.fetch, { totalTimeoutMs: 20_000 });
    expect(await errorOf(client.bookings.list())).toMatchObject({ kind: 'rate_limited', retryAfterMs: 30_000 });
  });

  it('backs off with jitter that doubles, up to maxAttempts', async () => {
    const mock = createMockFetch([down(), down(), down(), down()]);
    const { client, clock } = mockedClient(mock.fetch);
    const error = await errorOf(client.bookings.list());
    expect(error).toMatchObject({ kind: 'api', status: 503, attempts: 4, problem: { code: 'unavailable' } });
    expect(clock.waits).toEqual([250, 500, 1000]);
  });

  it('waits for a 503 as long as it asks', async () => {
    const mock = createMockFetch([down({ 'retry-after': '5' }), pageAnswer([])]);
    const { client, clock } = mockedClient(mock.fetch);
    await client.bookings.list();
    expect(clock.waits).toEqual([5000]);
  });

  it('wakes at once when the caller aborts, and says why', async () => {
    const controller = new AbortController();
    const mock = createMockFetch([busy({ 'retry-after': '50' }), pageAnswer([])]);
    const { client } = mockedClient(mock.fetch, {
      clock: { now: () => 0, random: () => 0, sleep: () => Promise.resolve(controller.abort(new Error('enough'))) },
      onEvent: () => {},
    });
    const call = client.bookings.list({}, { signal: controller.signal });
    expect(await errorOf(call)).toMatchObject({ kind: 'aborted', attempts: 1 });
    expect(mock.requests).toHaveLength(1);
  });
});

describe('the quota throttle', () => {
  it('holds all calls of a client after one 429', async () => {
    const mock = createMockFetch([busy({ 'retry-after': '9' }), pageAnswer([]), pageAnswer([]), pageAnswer([])]);
    const { client, clock, eventsOf } = mockedClient(mock.fetch);
    await Promise.all([client.bookings.list(), client.places.list().then(() => client.spaces.list())]);
    expect(clock.now()).toBe(9000);
    expect(eventsOf('throttle').length).toBeGreaterThanOrEqual(1);
    expect(eventsOf('throttle')[0]).toMatchObject({ waitMs: 9000 });
  });

  it('holds the next call after the last one that the quota had', async () => {
    const mock = createMockFetch([pageAnswer([], { headers: { ratelimit: '"default";r=0;t=4' } }), pageAnswer([])]);
    const { client, clock } = mockedClient(mock.fetch);
    await client.bookings.list();
    await client.bookings.list();
    expect(clock.waits).toEqual([4000]);
  });

  it('lets a call fail unsent when the wait is above its cap', async () => {
    const mock = createMockFetch([busy({ 'retry-after': '3600' })]);
    const { client } = mockedClient(mock.fetch);
    await errorOf(client.bookings.list());
    const error = await errorOf(client.places.list());
    expect(error).toMatchObject({ kind: 'rate_limited', retryAfterMs: 3_600_000, attempts: 0 });
    expect(mock.requests).toHaveLength(1);
  });

  it('lets a new window have as many calls as it has room for, and no call fails for the others', async () => {
    const { clock, runAll } = sleepersClock();
    const { now } = clock;
    let opened = 0;
    let used = 0;
    const mock = createMockFetch(() => {
      if (now() >= opened + 3000) [opened, used] = [now(), 0];
      used += 1;
      const seconds = Math.ceil((opened + 3000 - now()) / 1000);
      const headers = {
        'ratelimit-policy': '"default";q=5;w=3',
        ratelimit: `"default";r=${Math.max(0, 5 - used)};t=${seconds}`,
      };
      return used > 5 ? busy({ ...headers, 'retry-after': `${seconds}` }) : pageAnswer([], { headers });
    });
    const { client } = mockedClient(mock.fetch, { clock });
    await runAll(40, async () => client.bookings.list());
    // The first 40 go together, as nothing is known of the quota yet; after that, few are sent in vain.
    expect(mock.requests.length).toBeLessThan(40 + 35 + 15);
  });

  it('is not shared with another client', async () => {
    const mock = createMockFetch([busy({ 'retry-after': '3600' }), pageAnswer([])]);
    await errorOf(mockedClient(mock.fetch).client.bookings.list());
    await mockedClient(mock.fetch).client.bookings.list();
    expect(mock.requests).toHaveLength(2);
  });
});

describe('writes', () => {
  it('tell whether the project had been created before (WRITE-7)', async () => {
    const replayed = { status: 201, headers: { 'idempotency-replayed': 'true' } };
    const mock = createMockFetch([oneAnswer({ id: 'p1' }, { status: 201 }), oneAnswer({ id: 'p1' }, replayed)]);
    const { client } = mockedClient(mock.fetch);
    expect((await client.projects.create(stool, { idempotencyKey: 'k' })).replayed).toBe(false);
    expect((await client.projects.create(stool, { idempotencyKey: 'k' })).replayed).toBe(true);
    expect(() => client.projects.create(stool, { idempotencyKey: '' })).toThrow(TypeError);
  });

  it('repeats a create with one key, however an attempt ends (WRITE-7)', async () => {
    const running = problemAnswer(409, 'conflict', { headers: { 'retry-after': '1' } });
    const mock = createMockFetch([
      broken(),
      running,
      busy({ 'retry-after': '1' }),
      oneAnswer({ id: 'p1' }, { status: 201 }),
    ]);
    const { client } = mockedClient(mock.fetch);
    const { data, meta } = await client.projects.create(stool);
    expect(data.id).toBe('p1');
    expect(meta).toMatchObject({ status: 201, attempts: 4 });
    const keys = mock.requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(mock.requests.map(({ body }) => body)).toEqual([stool, stool, stool, stool]);
  });

  it('makes another key for another create, and takes one of the caller', async () => {
    const mock = createMockFetch(() => oneAnswer({ id: 'p1' }));
    const { client } = mockedClient(mock.fetch);
    await client.projects.create(stool);
    await client.projects.create(stool);
    await client.projects.create(stool, { idempotencyKey: 'order-7' });
    const keys = mock.requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe('order-7');
  });

  it('repeats an update after a 429, which means that it was not carried out', async () => {
    const mock = createMockFetch([busy({ 'retry-after': '1' }), oneAnswer({ id: 'p1' })]);
    await mockedClient(mock.fetch).client.projects.update('p1', { summary: null });
    expect(mock.requests).toHaveLength(2);
  });

  it.each([
    ['a broken network', broken()],
    ['a 503', down({ 'retry-after': '1' })],
  ])('does not repeat an update after %s, which says nothing of what was done', async (_, failure) => {
    const mock = createMockFetch([failure]);
    const error = await errorOf(mockedClient(mock.fetch).client.projects.update('p1', { summary: null }));
    expect(isCatalogueError(error)).toBe(true);
    expect(mock.requests).toHaveLength(1);
  });

  it('does not repeat a raw POST without a key', async () => {
    const mock = createMockFetch([broken()]);
    await errorOf(mockedClient(mock.fetch).client.raw('POST', '/api/v1/projects', { body: stool }));
    expect(mock.requests).toHaveLength(1);
  });
});

describe('the retry budget', () => {
  it('stops repetitions that nobody ordered, and earns new ones with calls', async () => {
    const mock = createMockFetch(() => down());
    const { client } = mockedClient(mock.fetch, { maxAttempts: 2 });
    const calls = async (count: number) => {
      const before = mock.requests.length;
      for (let call = 0; call < count; call += 1) await errorOf(client.bookings.list());
      return mock.requests.length - before - count;
    };
    await calls(100);
    const repeated = await calls(100);
    expect(repeated).toBeGreaterThanOrEqual(19);
    expect(repeated).toBeLessThanOrEqual(21);
  });

  it('is not used by waits that the service ordered', async () => {
    const mock = createMockFetch(
      (() => {
        let count = 0;
        return () => (count++ % 2 === 0 ? busy({ 'retry-after': '1' }) : pageAnswer([]));
      })(),
    );
    const { client } = mockedClient(mock.fetch);
    for (let call = 0; call < 50; call += 1) await client.bookings.list();
    expect(mock.requests).toHaveLength(100);
  });
});
