import { describe, expect, it } from '@jest/globals';
import { type MockRequest, pageResponse, problemResponse } from '../../src/testing/mock-fetch.js';
import { errorOf, mockedClient } from '../support/make-client.js';

const rows = (...ids: string[]) => ids.map((id) => ({ id }));
const threePages = () => [
  pageResponse(rows('a', 'b'), { next: 'c1' }),
  pageResponse(rows('c', 'd'), { next: 'c2' }),
  pageResponse(rows('e')),
];
const forbidden = () => problemResponse(403, 'insufficient_scope');
const cursors = (requests: readonly MockRequest[]) => requests.map(({ query }) => query['cursor']);

describe('a list', () => {
  it('is its first page when awaited, and sends nothing before', async () => {
    const { client, requests } = mockedClient(threePages());
    const call = client.bookings.list({ limit: 2 });
    await Promise.resolve();
    expect(requests).toEqual([]);
    const [first, again] = await Promise.all([call, call]);
    expect(first).toBe(again);
    expect(first).toMatchObject({ data: rows('a', 'b'), nextCursor: 'c1', limit: 50, meta: { requestId: 'mock' } });
    expect(requests).toHaveLength(1);
  });

  it('iterates over all items, with filters, sort and limit on each page', async () => {
    const { client, requests, eventsOf } = mockedClient(threePages());
    const seen: string[] = [];
    const params = { filters: { state: { in: ['confirmed'] } }, sort: '-starts_at', limit: 2 } as const;
    for await (const { id } of client.bookings.list(params)) seen.push(id);
    expect(seen).toEqual(['a', 'b', 'c', 'd', 'e']);
    const asked = { 'filters[state][in]': 'confirmed', sort: '-starts_at', limit: '2' };
    expect(requests.map(({ query }) => query)).toEqual([asked, { ...asked, cursor: 'c1' }, { ...asked, cursor: 'c2' }]);
    expect(eventsOf('page').map(({ nextCursor }) => nextCursor)).toEqual(['c1', 'c2', null]);
  });

  it('stops after maxPages and returns the cursor to resume with', async () => {
    const { client, requests } = mockedClient(threePages());
    let last: string | null = null;
    for await (const { nextCursor } of client.bookings.list().pages({ maxPages: 2 })) last = nextCursor;
    expect(await client.bookings.list({ cursor: last }).toArray({ max: 9 })).toEqual(rows('e'));
    expect(cursors(requests)).toEqual([undefined, 'c1', 'c2']);
  });

  it.each([
    [0, 0, []],
    [2, 1, rows('a', 'b')],
    [3, 2, rows('a', 'b', 'c')],
    [99, 3, rows('a', 'b', 'c', 'd', 'e')],
  ])('returns at most %i items, and sends only the %i requests that they need', async (max, count, items) => {
    const { client, requests } = mockedClient(threePages());
    expect(await client.bookings.list().toArray({ max })).toEqual(items);
    expect(requests).toHaveLength(count);
  });

  it('PAGE-2: requests maximum pages for iteration, a default page when awaited, and one row for first', async () => {
    const { client, requests } = mockedClient(() => pageResponse(rows('a')));
    const list = client.bookings.list();
    await list;
    for await (const { id } of list) expect(id).toBe('a');
    expect(await list.first()).toEqual({ id: 'a' });
    await client.bookings.list({ limit: 20 }).toArray({ max: 5 });
    expect(requests.map(({ query }) => query['limit'])).toEqual([undefined, '200', '1', '20']);
    expect(
      await mockedClient([pageResponse([])])
        .client.bookings.list({ limit: 100 })
        .first(),
    ).toBeUndefined();
  });

  it('returns its error as a value', async () => {
    const { client } = mockedClient([problemResponse(400, 'invalid_cursor'), pageResponse([])]);
    const failed = { ok: false, error: { problem: { code: 'invalid_cursor' }, resumeCursor: null } };
    expect(await client.bookings.list().safe()).toMatchObject(failed);
    expect(await client.bookings.list().safe()).toMatchObject({ ok: true, value: { data: [] } });
  });
});

describe('iteration that fails', () => {
  it.each([{ prefetch: false }, { prefetch: true }])(
    'has a cursor to resume with, so that no item is lost or repeated: %j',
    async (options) => {
      const pages = [pageResponse(rows('a', 'b'), { next: 'c1' }), forbidden(), pageResponse(rows('c'))];
      const { client } = mockedClient(pages);
      const seen: string[] = [];
      const walk = async (cursor: string | null) => {
        for await (const { id } of client.bookings.list({ cursor }, options)) seen.push(id);
      };
      expect(await errorOf(walk(null))).toMatchObject({ kind: 'api', resumeCursor: 'c1' });
      expect(seen).toEqual(['a', 'b']);
      await walk('c1');
      expect(seen).toEqual(['a', 'b', 'c']);
    },
  );

  it.each([1, 2, 30])('detects a cycle of %i pages', async (length) => {
    const next = ({ query }: MockRequest) => `c${(Number(query['cursor']?.slice(1) ?? -1) + 1) % length}`;
    const { client, requests } = mockedClient((request) => pageResponse(rows('a'), { next: next(request) }));
    const error = await errorOf(client.bookings.list().toArray({ max: 1e9 }));
    expect(error).toMatchObject({ kind: 'pagination', resumeCursor: expect.stringMatching(/^c\d$/) });
    expect(requests.length).toBeLessThanOrEqual(3 * length + 2);
  });

  it('PAGE-4: detects a page repeated under another cursor', async () => {
    const row = { id: 'a', updated_at: '2026-03-01T09:00:00.000Z' };
    const next = ({ query: { cursor = '' } }: MockRequest) => (cursor.length < 50 ? `${cursor}x` : null);
    const same = mockedClient((request) => pageResponse([row], { next: next(request) }));
    const error = await errorOf(same.client.bookings.list().toArray({ max: 1e9 }));
    expect(error).toMatchObject({ kind: 'pagination', message: expect.stringContaining('repeated a page') });
    const changing = mockedClient((request) =>
      pageResponse([{ ...row, updated_at: request.query['cursor'] }], { next: next(request) }),
    );
    expect(await changing.client.bookings.list().toArray({ max: 99 })).toHaveLength(51);
  });

  it('detects many empty pages in a row', async () => {
    const numbered =
      (last: number) =>
      ({ query: { cursor = '0' } }: MockRequest) =>
        Number(cursor) === last ? pageResponse(rows('z')) : pageResponse([], { next: String(Number(cursor) + 1) });
    expect(await mockedClient(numbered(9)).client.bookings.list().toArray({ max: 5 })).toEqual(rows('z'));
    const { client, requests } = mockedClient(numbered(1e9));
    expect(await errorOf(client.bookings.list().toArray({ max: 5 }))).toMatchObject({ kind: 'pagination' });
    expect(requests.length).toBeLessThan(30);
  });
});

describe('prefetch', () => {
  it('reads one page ahead', async () => {
    const pages = threePages();
    const { client, requests } = mockedClient(() => pages.shift() ?? new Error('There are three pages.'));
    const sent: number[][] = [];
    for await (const { data } of client.bookings.list({}, { prefetch: true }).pages()) {
      // A request of the mock takes a few turns.
      for (let turns = 0; turns < 20; turns += 1) await new Promise((resolve) => setImmediate(resolve));
      sent.push([data.length, requests.length]);
    }
    expect(sent).toEqual([
      [2, 2],
      [2, 3],
      [1, 3],
    ]);
  });

  it('ends the pending request when the loop is left', async () => {
    const asked = new EventTarget();
    const reached = new Promise((resolve) => asked.addEventListener('page', resolve));
    let pending: AbortSignal | undefined;
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const { url, signal } = new Request(input, init);
      if (!url.includes('cursor')) return pageResponse(rows('a'), { next: 'c1' });
      pending = signal;
      asked.dispatchEvent(new Event('page'));
      return new Promise(() => {});
    };
    const { client } = mockedClient([], { fetch });
    for await (const { id } of client.bookings.list({}, { prefetch: true })) {
      expect(id).toBe('a');
      await reached;
      break;
    }
    expect(pending?.aborted).toBe(true);
  });
});

describe('the signal of the caller', () => {
  it('ends iteration between pages', async () => {
    const controller = new AbortController();
    const { client, requests } = mockedClient(threePages());
    const walk = async () => {
      for await (const { data } of client.bookings.list({}, { signal: controller.signal }).pages())
        controller.abort(new Error(data.length === 2 ? 'enough' : 'odd'));
    };
    expect(await errorOf(walk())).toMatchObject({ kind: 'aborted', resumeCursor: 'c1', cause: new Error('enough') });
    expect(requests).toHaveLength(1);
  });

  it('prevents requests if it has already aborted', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    const { client, requests } = mockedClient([]);
    const calls = [client.bookings.list({}, { signal }), client.bookings.get('b1', { signal })];
    for (const call of [...calls, client.bookings.list({}, { signal }).toArray({ max: 1 })]) {
      expect(await errorOf(call)).toMatchObject({ kind: 'aborted', attempts: 0 });
    }
    expect(requests).toEqual([]);
  });
});
