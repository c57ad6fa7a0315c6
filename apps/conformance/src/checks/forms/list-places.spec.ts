import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { encodedInSmall, isPlace, type ListPlace, names, queryIn, values } from './list-places.js';

const place: ListPlace = {
  ...({ name: 'plain', sort: '-name', limit: 'small', page: 'behind a cursor', neighbour: 'none' } as const),
  ...({ position: 'behind the limit', parting: 'together', emptyPair: 'none', otherName: 'plain' } as const),
  ...({ asked: 'plainly', among: 'some rows' } as const),
};

const own = ['a[]=1', 'a[]=2', 'a[]=3'];
const others = { neighbours: ['filters[b][in]=b'], sort: 'sort=-name', limit: 'limit=2', cursor: 'cursor=c' };

it.each<[Partial<ListPlace>, string]>([
  [{}, 'limit=2&a[]=1&a[]=2&a[]=3&cursor=c&sort=-name&filters[b][in]=b'],
  [{ parting: 'one between' }, 'limit=2&a[]=1&cursor=c&a[]=2&a[]=3&sort=-name&filters[b][in]=b'],
  [{ parting: 'all others between' }, 'limit=2&a[]=1&cursor=c&sort=-name&filters[b][in]=b&a[]=2&a[]=3'],
  [{ parting: 'each by itself' }, 'limit=2&a[]=1&cursor=c&a[]=2&sort=-name&a[]=3&filters[b][in]=b'],
  [{ position: 'last' }, 'filters[b][in]=b&cursor=c&limit=2&sort=-name&a[]=1&a[]=2&a[]=3'],
  [{ position: 'last', parting: 'one between' }, 'filters[b][in]=b&cursor=c&limit=2&a[]=1&sort=-name&a[]=2&a[]=3'],
  [{ emptyPair: 'everywhere' }, 'limit=2&&a[]=1&&a[]=2&&a[]=3&&cursor=c&&sort=-name&&filters[b][in]=b'],
])('a filter in the place %j has its parameters where it says', (change, query) => {
  expect(queryIn({ ...place, ...change }, own, others)).toBe(query);
});

it('the names of other parameters are written in their way, unless they are encoded already', () => {
  const where = { ...place, otherName: 'lower-case hexadecimals' } as const;
  const encoded = queryIn(where, own, { ...others, limit: '%6Cimit=2' });
  expect(encoded).toMatch(/^%6Cimit=2&a\[\]=1.*%63%75%72%73%6f%72=c&%73%6f%72%74=-name&%66.*%5b%69%6e%5d=b$/);
});

it.each<[boolean, Partial<ListPlace>]>([
  [false, { position: 'behind the limit', limit: 'none' }],
  [false, { position: 'behind the sort', sort: null }],
  [false, { position: 'behind the cursor', page: 'behind its own link' }],
  [true, { position: 'behind the cursor', sort: null }],
])('that a filter can stand in a place is %s: %j', (isPossible, two) => {
  expect(isPlace(two)).toBe(isPossible);
});

it.each(Object.entries({ ...values, 'every byte in small': encodedInSmall }))(
  'FILT-11: any text is read again as it was written: %s',
  (_, write) => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(write(text)).not.toMatch(/[\s&=+#,[\]]/);
        expect(decodeURIComponent(write(text))).toBe(text);
      }),
    );
  },
);

it('FILT-11: the name of a filter is written in different ways that mean the same', () => {
  const written = Object.values(names).map((write) => write('filters[created_at][gte]'));
  expect(new Set(written).size).toBe(written.length);
  expect(new Set(written.map(decodeURIComponent))).toEqual(new Set(['filters[created_at][gte]']));
});
