import { describe, expect, it } from '@jest/globals';
import { uuidA, uuidB } from '../test/example-specs.js';
import { faultsOf, queryOf } from '../test/list-query-results.js';

function valuesOf(query: string): readonly string[] {
  const [filter] = queryOf(query).filters;
  if (!filter || !('values' in filter)) throw new Error(`${query} is not a set`);
  return filter.values;
}

const many = (count: number) => Array.from({ length: count }, (_, index) => `sku-${index}`);

describe('sets', () => {
  it.each([
    'filters[sku][in]=a,b,c',
    'filters[sku][in]=c%2Cb,a,a',
    'filters[sku][in]=a&filters[sku][in]=b&filters[sku][in]=c',
    'filters[sku][in][]=c&filters[sku][in][]=b&filters[sku][in][]=a',
    'filters[sku][in]=b&filters%5Bsku%5D%5Bin%5D%5B%5D=a&filters[sku][in]=c,b',
  ])('FILT-2: ?%s is the set of a, b and c', (query) => {
    expect(valuesOf(query)).toEqual(['a', 'b', 'c']);
  });

  it('FILT-2: takes commas of the [] form literally', () => {
    expect(valuesOf('filters[sku][in][]=a,b&filters[sku][in][]=c%2Cd')).toEqual(['a,b', 'c,d']);
  });

  it('FILT-2: takes 1 to 100 distinct values', () => {
    expect(valuesOf(`filters[sku][in]=${many(100).join()}&filters[sku][in][]=sku-7`)).toHaveLength(100);
    expect(faultsOf(`filters[sku][in]=${many(101).join()}`)).toEqual(['filters[sku][in] too_many']);
    expect(faultsOf(`filters[sku][in][]=x&filters[sku][in]=${many(100).join()}`)).toEqual([
      'filters[sku][in][] too_many',
    ]);
  });

  it('FILT-2: counts a uuid in two cases once', () => {
    expect(valuesOf(`filters[id][in]=${uuidB.toUpperCase()},${uuidA},${uuidB}`)).toEqual([uuidA, uuidB]);
  });

  it('FILT-9: keeps the case of texts and enumerations', () => {
    expect(valuesOf('filters[sku][in]=a,A')).toEqual(['A', 'a']);
    expect(faultsOf('filters[state][in]=Broken')).toEqual(['filters[state][in] invalid_value']);
  });

  it('orders by code point, not by UTF-16 unit', () => {
    expect(valuesOf('filters[sku][in]=%F0%9F%94%A7,%EF%BC%A1,a')).toEqual(['a', 'Ａ', '🔧']);
  });

  it.each(['', ',', 'a,', ',a', 'a,,b'])('FILT-2: refuses the empty value in "%s"', (text) => {
    expect(faultsOf(`filters[sku][in]=${text}`)).toEqual(['filters[sku][in] invalid_value']);
  });

  it('ERR-2: names each distinct bad value once, by the parameter it came with', () => {
    expect(faultsOf('filters[state][in]=x,broken,y,x&filters[state][in][]=a,b&filters[state][in][]=x')).toEqual([
      'filters[state][in] invalid_value',
      'filters[state][in] invalid_value',
      'filters[state][in][] invalid_value',
    ]);
  });

  it('ERR-2: does not judge a set beyond its hundredth value', () => {
    const faults = faultsOf(`filters[state][in]=${many(5000).join()}`);
    expect(faults).toHaveLength(102);
    expect(faults).toContain('filters[state][in] too_many');
  });

  it('FILT-11: does not take a broken value for the text it is written with', () => {
    expect(faultsOf('filters[sku][in]=%25zz&filters[sku][in]=%zz')).toEqual(['filters[sku][in] invalid_value']);
  });

  it.each([
    '42',
    uuidA.replaceAll('-', ''),
    `{${uuidA}}`,
    `${uuidA}%0A`,
    `+${uuidA}`,
    uuidA.slice(1),
    uuidA.replace('a', 'g'),
  ])('FILT-9: refuses %s as a uuid', (text) => {
    expect(faultsOf(`filters[id][not_in]=${text}`)).toEqual(['filters[id][not_in] invalid_value']);
  });
});
