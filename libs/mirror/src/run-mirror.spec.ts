import { beforeEach, describe, expect, it } from '@jest/globals';
import { catalogueDefinitions } from '@resource-catalogue/read';
import { CommandError } from '@resource-catalogue/program';
import { everyRow, silent } from '@resource-catalogue/transfer/testing/transfer';
import { setUpMirror } from '../test/support/mirroring.js';
import { MirrorSource } from './mirror-source.js';
import { endMirror, type MirrorRun, runMirror } from './run-mirror.js';

const start = Date.UTC(2026, 2, 1);

describe('runMirror', () => {
  const { service, database, expectEqual } = setUpMirror();
  let logged: { readonly message: string; readonly fields: object }[];

  beforeEach(() => {
    logged = [];
  });

  async function run(
    options: Partial<MirrorRun>,
    respond: typeof fetch = fetch,
    sleep: (ms: number) => Promise<void> = () => Promise.resolve(),
    now = () => start,
  ) {
    const log = (fields: object, message: string): void => void logged.push({ message, fields });
    const { url, token } = service();
    const clock = { now, random: () => 0, sleep };
    return runMirror(database(), catalogueDefinitions, {
      source: new MirrorSource({ baseUrl: url, token, fetch: respond, clock, onEvent: silent }),
      url,
      rejectsWrites: true,
      once: false,
      everyMs: 10,
      compareEveryMs: 3_600_000,
      log: { info: log, warn: log },
      signal: new AbortController().signal,
      sleep: () => Promise.resolve(),
      now: () => 0,
      ...options,
    });
  }

  it('follows until it is stopped, compares at intervals, and retries when the source fails', async () => {
    const stop = new AbortController();
    let [time, broken] = [start, false];
    const waits: number[] = [];
    /** Milliseconds between the stored times of the last comparison and of the last following. */
    const followedAfter: number[] = [];
    const respond: typeof fetch = (input, init) =>
      broken ? Promise.reject(new TypeError('connection refused')) : fetch(input, init);
    const sleep = async (ms: number) => {
      const stored = await database().prisma.mirror.findFirstOrThrow();
      followedAfter.push(Number(stored.followed_at) - Number(stored.compared_at));
      const sleeps = waits.push(ms);
      time += sleeps === 5 ? 4_000_000 : ms;
      broken = sleeps === 2 || sleeps === 3;
      if (sleeps === 6) stop.abort();
    };
    await run({ signal: stop.signal, now: () => time, sleep }, respond);
    const [first, second = 0, ...rest] = followedAfter;
    expect([first, ...rest.slice(0, 2)]).toEqual([0, second, second]);
    expect(rest[2]).toBeGreaterThan(second);
    // The last comparison follows changes as well.
    expect(waits).toEqual([10, 10, 1000, 2000, 10, 10]);
    const [compared, followed] = ['compared with the whole source', 'fetched changes from the source'];
    const failed = 'mirror failed; retrying';
    const messages = [compared, followed, failed, failed, followed, followed, compared];
    expect(logged.map(({ message }) => message)).toEqual(messages);
    expect(JSON.stringify(logged)).not.toContain(service().token);
    await expectEqual();
  });

  const busy = (status: number, retryAfter: string) =>
    new Response('{}', { status, headers: { 'retry-after': retryAfter } });

  it('waits as long as a rate-limited source requests', async () => {
    const stop = new AbortController();
    const waits: string[] = [];
    let [time, requests] = [start, 0];
    const wait = (by: string) => (ms: number) => {
      time += ms;
      if (waits.push(`${by} ${ms}`) === 3) stop.abort();
      return Promise.resolve();
    };
    // The second wait is too long to be spent within a request.
    const respond: typeof fetch = (input, init) => {
      const seconds = { 3: 90, 5: 3600 }[(requests += 1)];
      return seconds === undefined ? fetch(input, init) : Promise.resolve(busy(429, String(seconds)));
    };
    await run({ signal: stop.signal, sleep: wait('mirror') }, respond, wait('request'), () => time);
    expect(waits).toEqual(['request 90000', 'mirror 3600000', 'mirror 10']);
    await expectEqual();
  });

  it.each([
    [503, 'Fri, 31 Dec 9999 23:59:59 GMT'],
    [429, '31536000'],
  ])('waits at most an hour, and logs each wait once, if a %i requests a wait of years', async (status, asked) => {
    const stop = new AbortController();
    const waits: number[] = [];
    const sleep = (ms: number) => {
      if (waits.push(ms) === 3) stop.abort();
      return Promise.resolve();
    };
    await run({ signal: stop.signal, sleep }, () => Promise.resolve(busy(status, asked)));
    expect(waits).toEqual([3_600_000, 3_600_000, 3_600_000]);
    expect(logged).toHaveLength(3);
  });

  it('reports a failure in one sentence without control characters and tokens', async () => {
    const detail = `\u001b[31mred\u009b2J\n\u202e${service().token}`;
    const rejectWith = (status: number) => () =>
      Promise.resolve(Response.json({ code: 'x', detail }, { status, headers: { 'retry-after': '9999' } }));
    const shown = '\\u001b[31mred\\u009b2J\\n\\u202erct_…';
    const failed = run({ once: true }, rejectWith(503));
    await expect(failed).rejects.toThrow(CommandError);
    await expect(failed).rejects.toThrow(`${service().url} was not mirrored: GET ${service().url}/api/v1/`);
    await expect(failed).rejects.toThrow(`?sort=-updated_at&limit=1 returned 503: ${shown}. Run`);
    for (const status of [401, 403])
      await expect(run({}, rejectWith(status))).rejects.toThrow(`${service().url} rejects the token: ${shown}`);
  });

  it('can be stopped while it receives a response', async () => {
    const stop = new AbortController();
    let canceled = false;
    const endless: typeof fetch = () => {
      const body = new ReadableStream({ pull: () => stop.abort(), cancel: () => void (canceled = true) });
      return Promise.resolve(new Response(body));
    };
    const source = new MirrorSource({ baseUrl: service().url, token: service().token, fetch: endless }, stop.signal);
    const { signal } = stop;
    await expect(run({ once: true, source, signal })).rejects.toThrow('The mirror was stopped before it finished.');
    expect(canceled).toBe(true);
  });

  it('runs in one process at a time for each database', async () => {
    const seconds: unknown[] = [];
    await run({ once: true }, async (input, init) => {
      seconds.push(await run({ once: true }).catch((error: unknown) => error));
      return fetch(input, init);
    });
    expect(String(seconds[0])).toContain('Another process already mirrors into this database');
  });

  it('leaves the mirrored rows when the mirror is ended', async () => {
    expect(await run({ once: true })).toBe(0);
    expect(await database().prisma.mirror.findMany({ select: { source: true, refuses_writes: true } })).toEqual([
      { source: service().url, refuses_writes: true },
    ]);
    await endMirror(database());
    expect([await database().prisma.mirror.count(), await database().prisma.mirrorPosition.count()]).toEqual([0, 0]);
    expect((await everyRow(database()))['bookings']).toHaveLength(1);
  });
});
