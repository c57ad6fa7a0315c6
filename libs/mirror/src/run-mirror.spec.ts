import { beforeEach, describe, expect, it } from '@jest/globals';
import { catalogueDefinitions } from '@resource-catalogue/read';
import { CommandError } from '@resource-catalogue/program';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { everyRow, silent } from '@resource-catalogue/transfer/testing/transfer';
import { mirrored } from '../test/support/mirroring.js';
import { MirrorSource } from './mirror-source.js';
import { endMirror, type MirrorRun, runMirror } from './run-mirror.js';

describe.each(databaseKinds)('the process of a mirror on %s', (kind) => {
  const { service, database, expectEqual } = mirrored(kind);
  let logged: { readonly message: string; readonly fields: object }[];

  beforeEach(() => {
    logged = [];
  });

  async function run(
    options: Partial<MirrorRun>,
    answer: typeof fetch = fetch,
    token = service().token,
    clock = { now: () => Date.now(), random: () => 0, sleep: (): Promise<void> => Promise.resolve() },
  ) {
    const log = (fields: object, message: string): void => void logged.push({ message, fields });
    return runMirror(database(), catalogueDefinitions, {
      source: new MirrorSource({ baseUrl: service().url, token, fetch: answer, clock, onEvent: silent }),
      url: service().url,
      refusesWrites: true,
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

  it('follows until it is stopped, compares when it is time to, and gets over a source that fails', async () => {
    const stop = new AbortController();
    let [time, broken, sleeps] = [Date.now(), false, 0];
    const waits: number[] = [];
    /** Milliseconds between the times that the database keeps of the last comparison and the last following. */
    const followedAfter: number[] = [];
    const answer: typeof fetch = (input, init) =>
      broken ? Promise.reject(new TypeError('connection refused')) : fetch(input, init);
    await run(
      {
        signal: stop.signal,
        now: () => time,
        sleep: async (ms) => {
          waits.push(ms);
          const kept = await database().prisma.mirror.findFirstOrThrow();
          followedAfter.push(Number(kept.followed_at) - Number(kept.compared_at));
          sleeps += 1;
          time += sleeps === 5 ? 4_000_000 : ms;
          broken = sleeps === 2 || sleeps === 3;
          if (sleeps === 6) stop.abort();
        },
      },
      answer,
    );
    const [first, second = 0, ...rest] = followedAfter;
    expect([first, ...rest.slice(0, 2)]).toEqual([0, second, second]);
    expect(rest[2]).toBeGreaterThan(second);
    // In the last walk changes are followed, too.
    expect(waits).toEqual([10, 10, 1000, 2000, 10, 10]);
    const [compared, followed] = ['compared with the whole source', 'followed the source'];
    const failed = 'mirroring failed and is tried again';
    const messages = [compared, followed, failed, failed, followed, followed, compared];
    expect(logged.map(({ message }) => message)).toEqual(messages);
    expect(JSON.stringify(logged)).not.toContain(service().token);
    await expectEqual();
  });

  it('waits as long as a source asks for that has been asked too much', async () => {
    const stop = new AbortController();
    const waits: [by: string, ms: number][] = [];
    let time = Date.now();
    const wait = (by: string) => (ms?: number) => {
      waits.push([by, ms ?? 0]);
      time += ms ?? 0;
      if (waits.length > 9) throw new Error('It waits for ever.');
      if (waits.length === 3) stop.abort();
      return Promise.resolve();
    };
    // The other wait is longer than any that is spent inside of a request.
    const asked = new Map([
      [3, 90],
      [5, 3600],
    ]);
    let requests = 0;
    const answer: typeof fetch = (input, init) => {
      const seconds = asked.get((requests += 1));
      if (seconds === undefined) return fetch(input, init);
      return Promise.resolve(new Response('{}', { status: 429, headers: { 'retry-after': String(seconds) } }));
    };
    await run({ signal: stop.signal, sleep: wait('mirror') }, answer, service().token, {
      now: () => time,
      random: () => 0,
      sleep: wait('request'),
    });
    expect(waits).toEqual([
      ['request', 90_000],
      ['mirror', 3_600_000],
      ['mirror', 10],
    ]);
    await expectEqual();
  });

  it.each([
    ['a 503', 503, 'Fri, 31 Dec 9999 23:59:59 GMT'],
    ['a 429', 429, '31536000'],
  ])('waits an hour at most, and says so once, where %s asks it to wait for years', async (_, status, asked) => {
    const stop = new AbortController();
    const waits: number[] = [];
    const sleep = (ms: number) => {
      if (waits.push(ms) === 3) stop.abort();
      return Promise.resolve();
    };
    const answer: typeof fetch = () =>
      Promise.resolve(new Response('{}', { status, headers: { 'retry-after': asked } }));
    await run({ signal: stop.signal, sleep }, answer);
    expect(waits).toEqual([3_600_000, 3_600_000, 3_600_000]);
    expect(logged).toHaveLength(3);
  });

  it('says in one sentence, without controls and tokens, why it could not mirror', async () => {
    const detail = `\u001b[31mred\u009b2J\n\u202e${service().token}`;
    const refuses = (status: number) => () =>
      Promise.resolve(Response.json({ code: 'x', detail }, { status, headers: { 'retry-after': '9999' } }));
    const shown = '\\u001b[31mred\\u009b2J\\n\\u202erct_…';
    const failed = run({ once: true }, refuses(503));
    await expect(failed).rejects.toThrow(CommandError);
    await expect(failed).rejects.toThrow(
      `${service().url} was not mirrored: GET ${service().url}/api/v1/bookings?sort=-updated_at&limit=1 was answered with 503: ${shown}. Run`,
    );
    for (const status of [401, 403])
      await expect(run({}, refuses(status))).rejects.toThrow(`${service().url} refuses the token: ${shown}`);
  });

  it('is stopped while an answer arrives', async () => {
    const stop = new AbortController();
    let canceled = false;
    const endless: typeof fetch = () => {
      const body = new ReadableStream({ pull: () => stop.abort(), cancel: () => void (canceled = true) });
      return Promise.resolve(new Response(body));
    };
    const source = new MirrorSource({ baseUrl: service().url, token: service().token, fetch: endless }, stop.signal);
    const { signal } = stop;
    await expect(run({ once: true, source, signal })).rejects.toThrow('The mirror was stopped before it was done.');
    expect(canceled).toBe(true);
  });

  // The one session of the embedded database is that of its one process.
  if (kind === 'postgres')
    it('is the only one', async () => {
      const seconds: unknown[] = [];
      await run({ once: true }, async (input, init) => {
        seconds.push(await run({ once: true }).catch((error: unknown) => error));
        return fetch(input, init);
      });
      expect(String(seconds[0])).toContain('Another process mirrors into this database');
    });

  it('leaves a catalogue of its own when it is ended', async () => {
    expect(await run({ once: true })).toBe(0);
    expect(await database().prisma.mirror.findMany({ select: { source: true, refuses_writes: true } })).toEqual([
      { source: service().url, refuses_writes: true },
    ]);
    await endMirror(database());
    expect([await database().prisma.mirror.count(), await database().prisma.mirrorPosition.count()]).toEqual([0, 0]);
    expect((await everyRow(database()))['bookings']).toHaveLength(1);
  });
});
