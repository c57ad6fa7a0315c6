import { describe, expect, it } from '@jest/globals';
import { createMockFetch, type MockRequest, pageAnswer, problemAnswer } from '../../src/testing/mock-fetch.js';
import { errorOf, mockedClient, moment } from '../support/make-client.js';

const rows = (...ids: string[]) => ids.map((id) => ({ id }));
const threePages = () => [
  pageAnswer(rows('a', 'b'), { next: 'c1' }),
  pageAnswer(rows('c', 'd'), { next: 'c2' }),
  pageAnswer(rows('e')),
];
const cursors = (requests: readonly { query: Readonly<Record<string, string>> }[]) =>
  requests.map(({ query }) => query['cursor']);

describe('a list', () => {
  it('sends nothing before it is used', async () => {
    const mock = createMockFetch([]);
    mockedClient(mock.fetch).client.bookings.list();
    await Promise.resolve();
    expect(mock.requests).toEqual([]);
  });

  it('is its first page when awaited, asked for once', async () => {
    const mock = createMockFetch(threePages());
    const call = mockedClient(mock.fetch).client.bookings.list({ limit: 2 });
    const [first, again] = await Promise.all([call, call]);
    expect(first).toBe(again);
    expect(first).toMatchObject({
      data: rows('a', 'b'),
      nextCursor: 'c1',
      limit: 50,
      meta: { status: 200, requestId: 'mock' },
    });
    expect(mock.requests).toHaveLength(1);
  });

  it('is all items in a loop, with filters, sort and limit on each page', async () => {
    const mock = createMockFetch(threePages());
    const { client, eventsOf } = mockedClient(mock.fetch);
    const seen: string[] = [];
    const params = { filters: { state: { in: ['confirmed'] } }, sort: '-starts_at', limit: 2 } as const;
    for await (const { id } of client.bookings.list(params)) seen.push(id);
    expect(seen).toEqual(['a', 'b', 'c', 'd', 'e']);
    const asked = { 'filters[state][in]': 'confirmed', sort: '-starts_at', limit: '2' };
    expect(mock.requests.map(({ query }) => query)).toEqual([
      asked,
      { ...asked, cursor: 'c1' },
      { ...asked, cursor: 'c2' },
    ]);
    expect(eventsOf('page').map(({ nextCursor }) => nextCursor)).toEqual(['c1', 'c2', null]);
  });

  it('reads no page that nobody asks for', async () => {
    const mock = createMockFetch(threePages());
    for await (const { id } of mockedClient(mock.fetch).client.bookings.list()) if (id === 'b') break;
    expect(mock.requests).toHaveLength(1);
  });

  it('stops after maxPages and says where to go on', async () => {
    const mock = createMockFetch(threePages());
    const { client } = mockedClient(mock.fetch);
    let last: string | null = null;
    for await (const { nextCursor } of client.bookings.list().pages({ maxPages: 2 })) last = nextCursor;
    expect(last).toBe('c2');
    expect(await client.bookings.list({ cursor: last }).toArray({ max: 9 })).toEqual(rows('e'));
    expect(cursors(mock.requests)).toEqual([undefined, 'c1', 'c2']);
  });

  it.each([
    [0, 0, []],
    [1, 1, rows('a')],
    [2, 1, rows('a', 'b')],
    [3, 2, rows('a', 'b', 'c')],
    [99, 3, rows('a', 'b', 'c', 'd', 'e')],
  ])('gathers at most %i items with %i requests', async (max, requests, items) => {
    const mock = createMockFetch(threePages());
    expect(await mockedClient(mock.fetch).client.bookings.list().toArray({ max })).toEqual(items);
    expect(mock.requests).toHaveLength(requests);
  });

  it('asks for one row to give the first', async () => {
    const mock = createMockFetch([pageAnswer(rows('a'), { next: 'c1' }), pageAnswer([])]);
    const { client } = mockedClient(mock.fetch);
    expect(await client.bookings.list({ limit: 100 }).first()).toEqual({ id: 'a' });
    expect(await client.bookings.list().first()).toBeUndefined();
    expect(mock.requests.map(({ query }) => query)).toEqual([{ limit: '1' }, { limit: '1' }]);
  });

  it('gives its error as a value', async () => {
    const mock = createMockFetch([problemAnswer(400, 'invalid_cursor'), pageAnswer([])]);
    const { client } = mockedClient(mock.fetch);
    expect(await client.bookings.list({ cursor: 'x' }).safe()).toMatchObject({
      ok: false,
      error: { problem: { code: 'invalid_cursor' } },
    });
    expect(await client.bookings.list().safe()).toMatchObject({ ok: true, value: { data: [] } });
  });
});

describe('a walk that breaks', () => {
  it('tells where to go on, with no item lost or twice', async () => {
    const mock = createMockFetch([
      pageAnswer(rows('a', 'b'), { next: 'c1' }),
      problemAnswer(403, 'insufficient_scope'),
      pageAnswer(rows('c')),
    ]);
    const { client } = mockedClient(mock.fetch);
    const seen: string[] = [];
    const walk = async (cursor: string | null) => {
      for await (const { id } of client.bookings.list({ cursor })) seen.push(id);
    };
    const error = await errorOf(walk(null));
    expect(error).toMatchObject({ kind: 'api', resumeCursor: 'c1' });
    await walk((error as { resumeCursor: string }).resumeCursor);
    expect(seen).toEqual(['a', 'b', 'c']);
  });

  it('tells that it did not get beyond the start', async () => {
    const mock = createMockFetch([problemAnswer(403, 'insufficient_scope')]);
    expect(await errorOf(mockedClient(mock.fetch).client.bookings.list())).toMatchObject({ resumeCursor: null });
  });

  it.each([
    ['one page', ['c1']],
    ['two pages', ['c1', 'c2']],
    ['five pages', ['c1', 'c2', 'c3', 'c4', 'c5']],
  ])('notices a circle of %s', async (_, circle) => {
    const next = (cursor: string | undefined) => circle[(circle.indexOf(cursor ?? '') + 1) % circle.length] ?? null;
    const mock = createMockFetch(({ query }) => pageAnswer(rows('a'), { next: next(query['cursor']) }));
    const error = await errorOf(mockedClient(mock.fetch).client.bookings.list().toArray({ max: 1e9 }));
    expect(error).toMatchObject({ kind: 'pagination', resumeCursor: expect.stringMatching(/^c\d$/) });
    expect(mock.requests.length).toBeLessThanOrEqual(3 * circle.length + 2);
  });

  it('notices a page that comes again under other cursors (PAGE-4)', async () => {
    const again = { id: 'a', updated_at: '2026-03-01T09:00:00.000Z' };
    const next = ({ query: { cursor = '' } }: MockRequest) => (cursor.length < 50 ? `${cursor}x` : null);
    const mock = createMockFetch((request) => pageAnswer([again], { next: next(request) }));
    const error = await errorOf(mockedClient(mock.fetch).client.bookings.list().toArray({ max: 1e9 }));
    expect(error).toMatchObject({ kind: 'pagination', message: expect.stringContaining('repeated a page') });
    const changing = createMockFetch((request) =>
      pageAnswer([{ ...again, updated_at: request.query['cursor'] }], { next: next(request) }),
    );
    expect(await mockedClient(changing.fetch).client.bookings.list().toArray({ max: 99 })).toHaveLength(51);
  });

  it('passes some empty pages and gives up after many', async () => {
    const some = createMockFetch(({ query }) =>
      query['cursor'] === '9'
        ? pageAnswer(rows('z'))
        : pageAnswer([], { next: String(Number(query['cursor'] ?? 0) + 1) }),
    );
    expect(await mockedClient(some.fetch).client.bookings.list().toArray({ max: 5 })).toEqual(rows('z'));
    const many = createMockFetch(({ query }) => pageAnswer([], { next: String(Number(query['cursor'] ?? 0) + 1) }));
    expect(await errorOf(mockedClient(many.fetch).client.bookings.list().toArray({ max: 5 }))).toMatchObject({
      kind: 'pagination',
    });
    expect(many.requests.length).toBeLessThan(30);
  });
});

describe('prefetch', () => {
  it('reads one page ahead', async () => {
    const answers = threePages();
    const asked = answers.map(moment);
    const mock = createMockFetch(() => {
      asked[mock.requests.length - 1]?.reach();
      return answers.shift() ?? new Error('There are three pages.');
    });
    const seen: number[] = [];
    for await (const { data } of mockedClient(mock.fetch).client.bookings.list({}, { prefetch: true }).pages()) {
      seen.push(data.length);
      await asked[seen.length]?.reached;
      expect(mock.requests).toHaveLength(Math.min(seen.length + 1, asked.length));
    }
    expect(seen).toEqual([2, 2, 1]);
  });

  it('ends the pending request when the loop is left', async () => {
    const asked = moment();
    let aborted: AbortSignal | undefined;
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const request = new Request(input, init);
      if (!request.url.includes('cursor')) return pageAnswer(rows('a'), { next: 'c1' });
      aborted = request.signal;
      asked.reach();
      return new Promise(() => {});
    };
    for await (const { id } of mockedClient(fetch).client.bookings.list({}, { prefetch: true })) {
      expect(id).toBe('a');
      await asked.reached;
      break;
    }
    expect(aborted?.aborted).toBe(true);
  });

  it('gives the error of the page ahead after the items of this one', async () => {
    const mock = createMockFetch([pageAnswer(rows('a'), { next: 'c1' }), problemAnswer(403, 'insufficient_scope')]);
    const seen: string[] = [];
    const walk = async () => {
      for await (const { id } of mockedClient(mock.fetch).client.bookings.list({}, { prefetch: true })) seen.push(id);
    };
    expect(await errorOf(walk())).toMatchObject({ kind: 'api', resumeCursor: 'c1' });
    expect(seen).toEqual(['a']);
  });
});

describe('cancelling', () => {
  it('ends a walk between pages', async () => {
    const controller = new AbortController();
    const mock = createMockFetch(threePages());
    const walk = async () => {
      for await (const page of mockedClient(mock.fetch).client.bookings.list({}, { signal: controller.signal }).pages())
        controller.abort(new Error(page.data.length === 2 ? 'enough' : 'odd'));
    };
    expect(await errorOf(walk())).toMatchObject({ kind: 'aborted', resumeCursor: 'c1', cause: new Error('enough') });
    expect(mock.requests).toHaveLength(1);
  });

  it('sends nothing for a signal that has aborted already', async () => {
    const mock = createMockFetch([]);
    const signal = AbortSignal.abort(new Error('enough'));
    const { client } = mockedClient(mock.fetch);
    expect(await errorOf(client.bookings.list({}, { signal }))).toMatchObject({ kind: 'aborted', attempts: 0 });
    expect(await errorOf(client.bookings.get('b1', { signal }))).toMatchObject({ kind: 'aborted' });
    expect(await errorOf(client.bookings.list({}, { signal }).toArray({ max: 1 }))).toMatchObject({ kind: 'aborted' });
  });
});
