import { expect, it } from '@jest/globals';
import { mockedClient } from '../../test/support/make-client.js';
import { pageAnswer } from '../testing/mock-fetch.js';

const onePage = () => pageAnswer([{ id: 'm1', updated_at: '2026-03-01T00:00:00.000Z' }]);

it('PAGE-2: a walk asks for the largest pages, and an awaited list for the default', async () => {
  const { client, requests } = mockedClient(onePage);
  const list = client.machines.list();
  await list;
  for await (const machine of list) expect(machine.id).toBe('m1');
  await list.toArray({ max: 1 });
  await list.first();
  expect(requests.map(({ query }) => query['limit'])).toEqual([undefined, '200', '200', '1']);
});

it('PAGE-2: a walk keeps the page size that the caller chose', async () => {
  const { client, requests } = mockedClient(onePage);
  await client.machines.list({ limit: 20 }).toArray({ max: 5 });
  expect(requests.map(({ query }) => query['limit'])).toEqual(['20']);
});
