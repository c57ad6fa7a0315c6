import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { collections, filterTable } from '@resource-catalogue/contracts';
import { idsOf, jsonOf, list, rows, walk } from '../../test/ask.js';
import { textOf, objectIn } from '../json.js';
import { type ReferenceServer, startReferenceServer } from '../start.js';
import { datasetOf } from '../dataset/dataset.js';
import { valuesAt } from './filtering.js';
import { comparePositions, positionOf } from './order.js';

const dataset = datasetOf('rich', 1);

describe.each(collections.map((contract) => [contract.name, contract] as const))('lists of %s', (name, contract) => {
  let server: ReferenceServer;
  beforeAll(async () => {
    server = await startReferenceServer({ size: 'rich' });
  });
  afterAll(() => server.close());

  it('PAGE-4: a walk meets every row once and in order, whatever the sort and the size of a page', async () => {
    for (const sort of contract.sorts.flatMap((field) => [field, `-${field}`])) {
      const wanted = { field: sort.replace('-', ''), descending: sort.startsWith('-') };
      const order = [...dataset[name]].sort((one, other) =>
        comparePositions(positionOf(one, wanted), positionOf(other, wanted), wanted),
      );
      for (const limit of [17, 33, 66, 200])
        expect(idsOf(await walk(server, name, `sort=${sort}&limit=${limit}`))).toEqual(idsOf(order));
    }
  });

  it('LIST-3: the last page has no next one, even if it is full', async () => {
    const limit = Math.min(dataset[name].length, 200);
    const reply = jsonOf(await list(server, name, `limit=${limit}`));
    const following = objectIn(reply, 'links')['next'];
    expect(following === null).toBe(dataset[name].length <= limit);
    expect(objectIn(reply, 'meta')['next'] === null).toBe(following === null);
  });

  it('FILT-3, FILT-4: in and not_in divide the rows', async () => {
    for (const { field, kind } of filterTable(contract.filters).values()) {
      if (kind === 'datetime' || kind === 'boolean') continue;
      const values = dataset[name].map((row) => valuesAt(row, field)).find((own) => own.length > 0) ?? [];
      const value = encodeURIComponent(values[0] ?? '');
      const kept = await walk(server, name, `limit=200&filters[${field}][in][]=${value}`);
      const left = await walk(server, name, `limit=200&filters[${field}][not_in][]=${value}`);
      expect(kept.length).toBeGreaterThan(0);
      expect([...idsOf(kept), ...idsOf(left)].sort()).toEqual(idsOf(dataset[name]).sort());
    }
  });

  it('LIST-4: links repeat what was sent', async () => {
    const query = 'limit=0005&filters[created_at][gt]=2020-01-01';
    const { links, meta } = jsonOf(await list(server, name, query));
    const address = `${server.url}/api/v1/${name}?${query}`;
    const { next } = objectIn({ meta: meta ?? null }, 'meta');
    expect(links).toEqual({ first: address, next: `${address}&cursor=${textOf(next)}` });
  });

  it('FILT-7: an id that belongs to nothing matches nothing', async () => {
    expect(await rows(server, name, 'filters[id][in]=00000000-0000-7000-8000-000000000000')).toEqual([]);
  });
});
