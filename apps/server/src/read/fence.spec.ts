import { describe, expect, it } from '@jest/globals';
import { bookingsContract, fieldTable, filterTable } from '@resource-catalogue/contracts';
import { parseListQuery, type ListQuery } from '@resource-catalogue/list-query';
import { isFenced } from './fence.js';

const spec = {
  collection: 'bookings',
  filters: filterTable(bookingsContract.filters),
  sorts: new Map([...fieldTable(bookingsContract.resource).keys()].map((name) => [name, 'datetime'] as const)),
  defaultSort: '-created_at',
};

function query(text: string): ListQuery {
  const result = parseListQuery(text, spec);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result.query;
}

describe('isFenced', () => {
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
    expect(isFenced(query(text))).toBe(expected);
  });
});
