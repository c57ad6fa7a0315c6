import { busyTimes, dayIn, freeTimes, type UnitTimes } from '../../src/availability/index.js';
import { createMemoryCache } from '../../src/cache/index.js';
import { type Client, type ClientEvent, createClient, hasProblem, isCatalogueError, toDate } from '../../src/index.js';

// Tests for every runtime against the real service, without a test runner because browsers have none.

/** The service under test. */
export interface Surroundings {
  readonly baseUrl: string;
  readonly token: string;
  /** A token with a quota of a few requests per second. */
  readonly slowToken: string;
  /** The name of the runtime, unique for the service. */
  readonly runtime: string;
}

type Behaviour = (client: Client, surroundings: Surroundings) => Promise<void>;

function must(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(`Expected that ${what}.`);
}

const errorOf = (work: PromiseLike<unknown>): PromiseLike<unknown> =>
  work.then(
    () => Promise.reject(new Error('It did not fail.')),
    (error: unknown) => error,
  );

/** A `fetch` that first returns these responses, then those of the service. */
const fetchAfter =
  (...responses: Response[]): typeof fetch =>
  async (input, init) =>
    responses.shift() ?? fetch(input, init);

const minutesOf = (units: readonly UnitTimes[]): number =>
  units
    .flatMap(({ times }) => times)
    .reduce((minutes, { start, end }) => minutes + (end.getTime() - start.getTime()) / 60_000, 0);

const behaviours: Readonly<Record<string, Behaviour>> = {
  'a list is a page with the metadata of its headers': async (client) => {
    const { data, limit, nextCursor, meta } = await client.bookings.list({ limit: 5, sort: '-starts_at' });
    must(data.length === 5 && limit === 5 && nextCursor !== null, 'there are five rows and more');
    must(meta.requestId !== null && meta.etag !== null && meta.rateLimit !== null, 'headers can be read');
  },
  'iteration returns every row once': async (client) => {
    const ids = new Set<string>();
    let rows = 0;
    for await (const { id } of client.bookings.list({ limit: 20 })) {
      ids.add(id);
      rows += 1;
    }
    must(rows > 100 && ids.size === rows, 'no row is repeated');
  },
  'filters select rows': async (client) => {
    const filters = { state: { in: ['confirmed'] }, starts_at: { gte: '2026-01-01' } } as const;
    const { data } = await client.bookings.list({ filters, limit: 50 });
    const fits = data.every(
      ({ state, starts_at: start }) => state === 'confirmed' && toDate(start) >= new Date('2026-01-01'),
    );
    must(data.length > 0 && fits, 'every row fits');
  },
  'a failed or rejected request is sent again after the wait': async (_, surroundings) => {
    for (const init of [{ status: 503 }, { status: 429, headers: { 'retry-after': '1' } }]) {
      const client = createClient({ ...surroundings, fetch: fetchAfter(new Response('{}', init)) });
      const start = Date.now();
      const { meta } = await client.spaces.list({ limit: 1 });
      // The clocks of timers and dates may differ by a few milliseconds.
      must(meta.attempts === 2 && (init.status === 503 || Date.now() - start > 980), 'the second attempt succeeds');
    }
  },
  'a rejected token is replaced, once for all calls': async (_, { baseUrl, token }) => {
    const tokens = ['rct_nobody', token, 'unused'];
    const client = createClient({ baseUrl, token: () => Promise.resolve(tokens.shift() ?? '') });
    const pages = await Promise.all([client.spaces, client.members, client.bookings].map((list) => list.list()));
    must(pages.length === 3 && tokens.join() === 'unused', 'the function was called twice');
  },
  'an attempt ends in time': async (_, surroundings) => {
    const silent = () => new Promise<Response>(() => {});
    const client = createClient({ ...surroundings, fetch: silent, timeoutMs: 50, maxAttempts: 1 });
    must(isCatalogueError(await errorOf(client.spaces.list()), 'timeout'), 'the kind is timeout');
  },
  'busy and free times fill a day of 23 hours': async (client) => {
    const machine = await client.machines.list().first();
    const question = { machine: machine?.id ?? '', ...dayIn('Europe/Berlin', '2026-03-29') };
    const [busy, free] = [await busyTimes(client, question), await freeTimes(client, question)];
    const minutes = minutesOf(busy.units) + minutesOf(free.units);
    must(free.units.length > 0 && minutes === free.units.length * 23 * 60, 'no minute is missing');
    const open = await freeTimes(client, { ...question, openingHours: true });
    must(minutesOf(open.units) <= minutesOf(free.units), 'opening hours remove times');
  },
  'a rejected token is reported with its challenge': async (_, surroundings) => {
    const error = await errorOf(createClient({ ...surroundings, token: 'rct_nobody' }).spaces.list());
    must(isCatalogueError(error, 'api') && error.challenge?.error === 'invalid_token', 'the challenge can be read');
    must(error.requestId === error.problem?.request_id, 'the request id can be read');
    must(!JSON.stringify(error).includes('rct_nobody'), 'the error does not contain the token');
  },
  'projects are created once, updated, and protected from lost updates': async (client, { runtime }) => {
    const idempotencyKey = `behaviour-${runtime}`;
    const author = await client.members.list({ filters: { soft_deleted: { eq: false } } }).first();
    const stool = { name: 'Folding stool', author_id: author?.id ?? '' };
    const created = await client.projects.create(stool, { idempotencyKey });
    const again = await client.projects.create(stool, { idempotencyKey });
    must(again.data.id === created.data.id, 'one key creates one project');
    const changed = await client.projects.update(created, { summary: 'One sheet.' });
    must(changed.data.summary === 'One sheet.', 'the update is stored');
    must(
      hasProblem(await errorOf(client.projects.update(created, { name: 'B' })), 'precondition_failed'),
      'an update with an old ETag fails',
    );
    const add = (tag: string) =>
      client.projects.change(created.data.id, ({ tags }) => ({ tags: [...tags, tag] }), { maxTries: 20 });
    await Promise.all(['a', 'b', 'c'].map(add));
    const { data } = await client.projects.get(created.data.id);
    must(data.tags.sort().join() === 'a,b,c', 'no concurrent change is lost');
  },
  'a cached body is used after a 304': async (_, surroundings) => {
    const client = createClient({ ...surroundings, cache: createMemoryCache() });
    const first = await client.spaces.list();
    const second = await client.spaces.list();
    must(!first.meta.fromCache && JSON.stringify(first.data) === JSON.stringify(second.data), 'the rows are the same');
  },
  'an abort ends a call with its reason': async (client) => {
    const controller = new AbortController();
    const call = client.bookings.list({ limit: 200 }, { signal: controller.signal }).toArray({ max: 1e6 });
    controller.abort(new Error('enough'));
    const error = await errorOf(call);
    must(isCatalogueError(error, 'aborted') && error.cause instanceof Error, 'the reason is the cause');
  },
  'errors have the right kind': async (client, { token }) => {
    const large = await errorOf(client.bookings.list({ limit: 50 }, { maxResponseBytes: 1000 }));
    must(isCatalogueError(large, 'too_large'), 'a large response has the kind too_large');
    const away = createClient({ baseUrl: 'http://127.0.0.1:9', token, maxAttempts: 1 });
    must(isCatalogueError(await errorOf(away.spaces.list()), 'network'), 'a missing service has the kind network');
  },
  'calls wait for a used-up quota and then succeed': async (_, { baseUrl, slowToken }) => {
    let throttled = 0;
    const onEvent = ({ type }: ClientEvent) => void (throttled += type === 'throttle' ? 1 : 0);
    const client = createClient({ baseUrl, token: slowToken, onEvent, maxAttempts: 10 });
    // On a slow machine the calls of one round may spread over several windows and never use up the quota.
    while (throttled === 0) {
      const pages = await Promise.all(Array.from({ length: 14 }, () => client.spaces.list({ limit: 1 })));
      must(
        pages.every(({ data }) => data.length === 1),
        'every call succeeds',
      );
    }
  },
};

/** Runs all behaviours and returns the errors, each with the name of its behaviour. */
export async function failedBehaviours(surroundings: Surroundings): Promise<string[]> {
  const failures: string[] = [];
  for (const [name, run] of Object.entries(behaviours)) {
    await run(createClient(surroundings), surroundings).catch((error: unknown) =>
      failures.push(`${name}: ${String(error)}`),
    );
  }
  return failures;
}
