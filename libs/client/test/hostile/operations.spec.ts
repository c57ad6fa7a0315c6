import { describe, expect, it } from '@jest/globals';
import { hasProblem } from '../../src/index.js';
import { resourceResponse, pageResponse, problemResponse } from '../../src/testing/mock-fetch.js';
import { errorOf, mockedClient } from '../support/make-client.js';

const project = (etag: string, tags: readonly string[] = []) =>
  resourceResponse({ id: 'p1', tags }, { headers: { etag } });
const changed = () => problemResponse(412, 'precondition_failed');
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
const ids = (count: number) => Array.from({ length: count }, (_, index) => `id${index}`);

describe('update', () => {
  it('WRITE-2, WRITE-6: sends a merge patch with the ETag that was read, or one given by the caller', async () => {
    const { client, requests } = mockedClient(['1', '2', '3', '4', '5'].map((tag) => project(`"${tag}"`)));
    const read = await client.projects.get('p1');
    const next = await client.projects.update(read, { summary: null, tags: ['oak'] });
    expect([next.data.id, next.meta.etag]).toEqual(['p1', '"2"']);
    await client.projects.update(next, {});
    await client.projects.update(read, {}, { ifMatch: '*' });
    await client.projects.update('p1', {});
    const patch = { method: 'PATCH', path: '/api/v1/projects/p1', body: { summary: null, tags: ['oak'] } };
    expect(requests[1]).toMatchObject(patch);
    expect(requests[1]?.headers.get('content-type')).toBe('application/merge-patch+json');
    expect(requests.slice(1).map(({ headers }) => headers.get('if-match'))).toEqual(['"1"', '"2"', '*', null]);
  });

  it('WRITE-6: sends a strong ETag even if a proxy has made it weak', async () => {
    const { client, requests } = mockedClient([project('W/"1"'), project('"2"')]);
    await client.projects.update(await client.projects.get('p1'), {});
    expect(requests[1]?.headers.get('if-match')).toBe('"1"');
  });
});

describe('change', () => {
  it('reads and decides again after a concurrent change', async () => {
    const script = [project('"1"', ['a']), changed(), project('"2"', ['b']), project('"3"')];
    const { client, requests } = mockedClient(script);
    await client.projects.change('p1', ({ tags }) => ({ tags: [...tags, 'oak'] }));
    const patches = requests.filter(({ method }) => method === 'PATCH');
    expect(patches.map(({ headers, body }) => [headers.get('if-match'), body])).toEqual([
      ['"1"', { tags: ['a', 'oak'] }],
      ['"2"', { tags: ['b', 'oak'] }],
    ]);
  });

  it('writes nothing if there is nothing to change', async () => {
    const { client, requests } = mockedClient([project('"1"')]);
    expect((await client.projects.change('p1', () => undefined)).meta.etag).toBe('"1"');
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['after the maximum number of tries', changed, 'precondition_failed', 4],
    ['at once for any other error', () => problemResponse(409, 'conflict'), 'conflict', 2],
  ] as const)('fails %s', async (_, fail, code, count) => {
    const { client, requests } = mockedClient(({ method }) => (method === 'GET' ? project('"1"') : fail()));
    const error = await errorOf(client.projects.change('p1', () => ({ name: 'A' }), { maxTries: 2 }));
    expect([hasProblem(error, code), requests.length]).toEqual([true, count]);
  });
});

describe('getMany', () => {
  it('requests at most 100 ids at a time, each id once', async () => {
    const { client, requests } = mockedClient(({ query }) => {
      const asked = (query['filters[id][in]'] ?? '').split(',');
      return pageResponse(asked.filter((id) => id !== 'id7').map((id) => ({ id })));
    });
    const found = await client.machines.getMany([...ids(250), 'ID0']);
    expect(new Set(found.keys())).toEqual(new Set(ids(250).filter((id) => id !== 'id7')));
    const sizes = requests.map(({ query }) => `${query['filters[id][in]']?.split(',').length} of ${query['limit']}`);
    expect(sizes.sort()).toEqual(['100 of 100', '100 of 100', '50 of 100']);
  });

  it('respects its concurrency', async () => {
    let running = 0;
    let greatest = 0;
    const { client } = mockedClient(async () => {
      greatest = Math.max(greatest, (running += 1));
      await nextTurn();
      running -= 1;
      return pageResponse([]);
    });
    await client.machines.getMany(ids(900), { concurrency: 3 });
    expect(greatest).toBe(3);
  });

  it('sends no further requests after a failure', async () => {
    const { client, requests } = mockedClient(async ({ query }) => {
      if (requests.length === 1) return problemResponse(403, 'insufficient_scope');
      await nextTurn();
      return pageResponse((query['filters[id][in]'] ?? '').split(',').map((id) => ({ id })));
    });
    const error = await errorOf(client.machines.getMany(ids(900), { concurrency: 2 }));
    // Long enough for the other request and one after it.
    for (let turns = 0; turns < 20; turns += 1) await nextTurn();
    expect([hasProblem(error, 'insufficient_scope'), requests.length]).toEqual([true, 2]);
  });
});

describe('changesSince (SHAPE-7)', () => {
  it('filters by updated_at with an overlap, oldest change first, and resumes at a cursor', async () => {
    const { client, requests } = mockedClient([pageResponse([{ id: 'b1' }]), pageResponse([])]);
    const filters = { space_id: { in: ['s1'] } };
    const changes = client.bookings.changesSince('2026-03-01T09:00:00.000Z', { filters });
    expect(await changes.toArray({ max: 10 })).toEqual([{ id: 'b1' }]);
    await client.bookings.changesSince('2026-03-01', { cursor: 'c1' });
    expect(requests[0]?.query).toEqual({
      'filters[space_id][in]': 's1',
      'filters[updated_at][gte]': '2026-03-01T08:59:00.000Z',
      sort: 'updated_at',
      limit: '200',
    });
    expect(requests[1]?.query).toMatchObject({ cursor: 'c1', sort: 'updated_at' });
  });

  it('rejects an invalid instant', () => {
    expect(() => mockedClient([]).client.bookings.changesSince('yesterday')).toThrow(TypeError);
  });
});
