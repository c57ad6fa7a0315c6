import { describe, expect, it } from '@jest/globals';
import { isPlace, type ListPlace, queryIn } from './list-places.js';

const place: ListPlace = {
  name: 'plain',
  sort: '-name',
  limit: 'small',
  page: 'behind a cursor',
  neighbour: 'none',
  position: 'behind the limit',
  parting: 'together',
  emptyPair: 'none',
  otherName: 'plain',
  asked: 'plainly',
  among: 'some rows',
};

const own = ['a[]=1', 'a[]=2', 'a[]=3'];
const others = { neighbours: ['filters[b][in]=b'], sort: 'sort=-name', limit: 'limit=2', cursor: 'cursor=c' };
const asked = (change: Partial<ListPlace>): string => queryIn({ ...place, ...change }, own, others);

describe('a filter in its place', () => {
  it('has its parameters together or apart, with others of the query between them', () => {
    expect(asked({})).toBe('limit=2&a[]=1&a[]=2&a[]=3&cursor=c&sort=-name&filters[b][in]=b');
    expect(asked({ parting: 'one between' })).toBe('limit=2&a[]=1&cursor=c&a[]=2&a[]=3&sort=-name&filters[b][in]=b');
    expect(asked({ parting: 'all others between' })).toMatch(/^limit=2&a\[\]=1&cursor.*\[in\]=b&a\[\]=2&a\[\]=3$/);
    expect(asked({ parting: 'each by itself' })).toMatch(/^limit=2&a\[\]=1&cursor=c&a\[\]=2&sort=-name&a\[\]=3&/);
  });

  it('has another parameter between its own even where it stands last', () => {
    expect(asked({ position: 'last' })).toMatch(/&sort=-name&a\[\]=1&a\[\]=2&a\[\]=3$/);
    expect(asked({ position: 'last', parting: 'one between' })).toMatch(/&a\[\]=1&sort=-name&a\[\]=2&a\[\]=3$/);
  });

  it('has empty pairs around every parameter of the query, and the names of the others as they are wished for', () => {
    expect(asked({ emptyPair: 'everywhere' }).split('&&')).toHaveLength(7);
    const encoded = queryIn({ ...place, otherName: 'lower-case hexadecimals' }, own, { ...others, limit: '%6Cimit=2' });
    expect(encoded).toMatch(/^%6Cimit=2&a\[\]=1.*%63%75%72%73%6f%72=c&%73%6f%72%74=-name&%66.*%5b%69%6e%5d=b$/);
  });

  it('is none behind what is not there', () => {
    expect(isPlace({ position: 'behind the limit', limit: 'none' })).toBe(false);
    expect(isPlace({ position: 'behind the sort', sort: null })).toBe(false);
    expect(isPlace({ position: 'behind the cursor', page: 'behind its own link' })).toBe(false);
    expect(isPlace({ position: 'behind the cursor', sort: null })).toBe(true);
  });
});
