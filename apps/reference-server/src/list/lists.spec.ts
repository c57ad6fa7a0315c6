import { describe, expect, it } from '@jest/globals';
import { type AnyCollectionContract, collections, filterTable } from '@resource-catalogue/contracts';
import { idsOf } from '../../test/ask.js';
import { soundBehaviour } from '../behaviour.js';
import { datasetOf } from '../dataset/dataset.js';
import type { Row } from '../json.js';
import { readListQuery } from '../query/read-list-query.js';
import { valuesAt } from './filtering.js';
import { comparePositions, positionOf } from './order.js';
import { listPage, type ShownPage } from './paging.js';

const dataset = datasetOf('rich', 1);
const address = 'http://catalogue.example/api/v1/list';

function pageOf(contract: AnyCollectionContract, query: string): ShownPage {
  return listPage(dataset[contract.name], readListQuery(query, contract, soundBehaviour), address, soundBehaviour);
}

/** The ids of all pages, in the order in which they come. */
function walk(contract: AnyCollectionContract, query: string): string[] {
  const met: string[] = [];
  for (let next: string | null = query; next !== null;) {
    const { data, links }: ShownPage = pageOf(contract, next);
    met.push(...idsOf(data));
    next = links.next === null ? null : new URL(links.next).search.slice(1);
  }
  return met;
}

describe.each(collections.map((contract) => [contract.name, contract] as const))('lists of %s', (name, contract) => {
  it('PAGE-4: a walk meets every row once and in order, whatever the sort and the size of a page', () => {
    for (const sort of contract.sorts.flatMap((field) => [field, `-${field}`])) {
      const wanted = { field: sort.replace('-', ''), descending: sort.startsWith('-') };
      const byOrder = (one: Row, other: Row): number =>
        comparePositions(positionOf(one, wanted), positionOf(other, wanted), wanted);
      const order = idsOf([...dataset[name]].sort(byOrder));
      for (const limit of [17, 33]) expect(walk(contract, `sort=${sort}&limit=${limit}`)).toEqual(order);
    }
  });

  it('LIST-3: the last page has no next one, even if it is full', () => {
    const { length } = dataset[name];
    const { cursor, links } = pageOf(contract, `limit=${length}`);
    expect([cursor, links.next].map((next) => next === null)).toEqual([length <= 200, length <= 200]);
  });

  it('FILT-3, FILT-4: in and not_in divide the rows', () => {
    const fields = [...filterTable(contract.filters).values()].filter(({ operators }) => operators.includes('not_in'));
    for (const { field } of fields) {
      const [value = ''] = dataset[name].map((row) => valuesAt(row, field)).find((own) => own.length > 0) ?? [];
      const [kept = [], left = []] = ['in', 'not_in'].map((operator) =>
        walk(contract, `limit=200&filters[${field}][${operator}][]=${encodeURIComponent(value)}`),
      );
      expect(kept.length).toBeGreaterThan(0);
      expect([...kept, ...left].sort()).toEqual(idsOf(dataset[name]).sort());
    }
  });

  it('FILT-7: an id that belongs to nothing matches nothing', () => {
    expect(walk(contract, 'filters[id][in]=00000000-0000-7000-8000-000000000000')).toEqual([]);
  });
});
