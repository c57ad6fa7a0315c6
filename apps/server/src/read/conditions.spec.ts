import { describe, expect, it } from '@jest/globals';
import {
  bookingsContract,
  categoriesContract,
  categoryTypes,
  fieldTable,
  filterTable,
} from '@resource-catalogue/contracts';
import { parseListQuery, type ListQuery } from '@resource-catalogue/list-query';
import { filterConditions, isMaterialised, Values } from './conditions.js';
import { define } from './definition.js';

const spec = {
  collection: 'bookings',
  filters: filterTable(bookingsContract.filters),
  sorts: new Map([...fieldTable(bookingsContract.resource).keys()].map((name) => [name, 'datetime'] as const)),
  defaultSort: '-created_at',
};

function query(text: string): ListQuery {
  const result = parseListQuery(text, spec);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.query;
}

describe('isMaterialised', () => {
  it.each([
    ['filters[starts_at][gte]=2026-03-01&filters[starts_at][lt]=2026-04-01', true],
    ['filters[starts_at][gt]=2026-03-01&filters[starts_at][lte]=2026-03-02&filters[state][in]=confirmed', true],
    ['filters[starts_at][gte]=2026-03-01&filters[starts_at][lt]=2026-04-01&sort=starts_at', false],
    ['filters[starts_at][gte]=2026-03-01&filters[starts_at][lt]=2026-05-01', false],
    ['filters[starts_at][gte]=2026-03-01', false],
    ['filters[starts_at][lt]=2026-03-01', false],
    ['filters[starts_at][gte]=2026-03-01&filters[ends_at][lt]=2026-03-02', false],
    ['filters[state][in]=confirmed', false],
    ['', false],
  ])('%s: %s', (text, expected) => {
    expect(isMaterialised(query(text))).toBe(expected);
  });
});

describe('filterConditions', () => {
  // Of a copy: the definition of the contract itself is that of the service.
  const categories = define({ ...categoriesContract }, {});

  it('FILT-3: not_in is in for the other values of an enumeration, which an index can look for', () => {
    const conditions = (...types: readonly string[]) => {
      const values = new Values();
      const filters = [{ field: 'type', operator: 'not_in' as const, values: types }];
      return [filterConditions(categories, { ...query(''), filters }, values), values.list];
    };
    expect(conditions(...categoryTypes.slice(2))).toEqual([['t.type IN ($1, $2)'], categoryTypes.slice(0, 2)]);
    expect(conditions(...categoryTypes)).toEqual([['FALSE'], []]);
  });
});
