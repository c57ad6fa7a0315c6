import { describe, expect, it } from '@jest/globals';
import { hasProblem } from '../../src/index.js';
import { createMockFetch, oneAnswer, pageAnswer, problemAnswer } from '../../src/testing/mock-fetch.js';
import { errorOf, mockedClient } from '../support/make-client.js';

const project = (etag: string, rest: object = {}) => oneAnswer({ id: 'p1', tags: [], ...rest }, { headers: { etag } });
const changed = () => problemAnswer(412, 'precondition_failed');

describe('update', () => {
  it('sends a merge patch, null and all (WRITE-2)', async () => {
    const mock = createMockFetch([project('"2"')]);
    const { data, meta } = await mockedClient(mock.fetch).client.projects.update('p1', {
      summary: null,
      tags: ['oak'],
    });
    expect(data.id).toBe('p1');
    expect(meta.etag).toBe('"2"');
    expect(mock.requests[0]).toMatchObject({
      method: 'PATCH',
      path: '/api/v1/projects/p1',
      body: { summary: null, tags: ['oak'] },
    });
    expect(mock.requests[0]?.headers.get('content-type')).toBe('application/merge-patch+json');
    expect(mock.requests[0]?.headers.has('if-match')).toBe(false);
  });

  it('sends the tag of what was read, or one that is given (WRITE-6)', async () => {
    const mock = createMockFetch([project('"1"'), project('"2"'), project('"3"'), project('"4"')]);
    const { projects } = mockedClient(mock.fetch).client;
    const read = await projects.get('p1');
    const next = await projects.update(read, { name: 'A' });
    await projects.update(next, { name: 'B' });
    await projects.update(read, { name: 'C' }, { ifMatch: '*' });
    expect(mock.requests.slice(1).map(({ headers }) => headers.get('if-match'))).toEqual(['"1"', '"2"', '*']);
  });

  it('ends in a conflict that can be told', async () => {
    const mock = createMockFetch([changed()]);
    const result = await mockedClient(mock.fetch)
      .client.projects.update('p1', { name: 'A' }, { ifMatch: '"0"' })
      .safe();
    expect(!result.ok && hasProblem(result.error, 'precondition_failed')).toBe(true);
  });
});

describe('change', () => {
  it('reads and decides again when somebody was faster', async () => {
    const mock = createMockFetch([
      project('"1"', { tags: ['a'] }),
      changed(),
      project('"2"', { tags: ['b'] }),
      project('"3"'),
    ]);
    await mockedClient(mock.fetch).client.projects.change('p1', ({ tags }) => ({ tags: [...tags, 'oak'] }));
    const patches = mock.requests.filter(({ method }) => method === 'PATCH');
    expect(patches.map(({ headers, body }) => [headers.get('if-match'), body])).toEqual([
      ['"1"', { tags: ['a', 'oak'] }],
      ['"2"', { tags: ['b', 'oak'] }],
    ]);
  });

  it('writes nothing if there is nothing to change', async () => {
    const mock = createMockFetch([project('"1"')]);
    const { meta } = await mockedClient(mock.fetch).client.projects.change('p1', () => undefined);
    expect(meta.etag).toBe('"1"');
    expect(mock.requests).toHaveLength(1);
  });

  it('gives up after some tries, and at once for any other error', async () => {
    const faster = createMockFetch(({ method }) => (method === 'GET' ? project('"1"') : changed()));
    const error = await errorOf(
      mockedClient(faster.fetch).client.projects.change('p1', () => ({ name: 'A' }), { maxTries: 2 }),
    );
    expect(hasProblem(error, 'precondition_failed')).toBe(true);
    expect(faster.requests).toHaveLength(4);
    const deleted = createMockFetch([project('"1"'), problemAnswer(409, 'conflict')]);
    const conflict = await errorOf(mockedClient(deleted.fetch).client.projects.change('p1', () => ({ name: 'A' })));
    expect(hasProblem(conflict, 'conflict')).toBe(true);
  });
});

describe('getMany', () => {
  it('asks for 100 ids at a time, each id once', async () => {
    const ids = Array.from({ length: 250 }, (_, index) => `ID${index}`);
    const mock = createMockFetch(({ query }) =>
      pageAnswer(
        (query['filters[id][in]'] ?? '')
          .split(',')
          .filter((id) => id !== 'id7')
          .map((id) => ({ id })),
      ),
    );
    const found = await mockedClient(mock.fetch).client.machines.getMany([...ids, 'id0']);
    expect(found.size).toBe(249);
    expect(found.has('id7')).toBe(false);
    expect(
      mock.requests.map(({ query }) => [query['filters[id][in]']?.split(',').length, query['limit']]).sort(),
    ).toEqual(
      [
        [100, '100'],
        [100, '100'],
        [50, '100'],
      ].sort(),
    );
  });

  it('keeps to its concurrency', async () => {
    let running = 0;
    let most = 0;
    const mock = createMockFetch(async () => {
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return pageAnswer([]);
    });
    const ids = Array.from({ length: 900 }, (_, index) => String(index));
    await mockedClient(mock.fetch).client.machines.getMany(ids, { concurrency: 3 });
    expect(most).toBe(3);
  });

  it('asks nothing for no ids', async () => {
    const mock = createMockFetch([]);
    expect(await mockedClient(mock.fetch).client.machines.getMany([])).toEqual(new Map());
  });
});

describe('getMany that fails', () => {
  it('asks no more than what was on its way', async () => {
    const mock = createMockFetch(() => problemAnswer(403, 'insufficient_scope'));
    const ids = Array.from({ length: 900 }, (_, index) => String(index));
    const error = await errorOf(mockedClient(mock.fetch).client.machines.getMany(ids, { concurrency: 2 }));
    expect(hasProblem(error, 'insufficient_scope')).toBe(true);
    await new Promise((resolve) => setImmediate(resolve));
    expect(mock.requests).toHaveLength(2);
  });
});

describe('changesSince (SHAPE-7)', () => {
  it('asks by updated_at, the oldest change first, from before the instant', async () => {
    const mock = createMockFetch([pageAnswer([{ id: 'b1' }])]);
    const { client } = mockedClient(mock.fetch);
    const changes = client.bookings.changesSince('2026-03-01T09:00:00.000Z', { filters: { space_id: { in: ['s1'] } } });
    expect(await changes.toArray({ max: 10 })).toEqual([{ id: 'b1' }]);
    expect(mock.requests[0]?.query).toEqual({
      'filters[space_id][in]': 's1',
      'filters[updated_at][gte]': '2026-03-01T08:59:00.000Z',
      sort: 'updated_at',
      limit: '200',
    });
  });

  it('goes on from a cursor', async () => {
    const mock = createMockFetch([pageAnswer([])]);
    await mockedClient(mock.fetch).client.bookings.changesSince('2026-03-01', { cursor: 'c1' });
    expect(mock.requests[0]?.query).toMatchObject({ cursor: 'c1', sort: 'updated_at' });
  });

  it('refuses an instant that is none', () => {
    expect(() => mockedClient(createMockFetch([]).fetch).client.bookings.changesSince('yesterday')).toThrow(TypeError);
  });
});
