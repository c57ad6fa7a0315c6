import { describe, expect, it } from '@jest/globals';
import { lathes, uuidA, uuidB } from '../test/example-specs.js';
import { errorsOf, queryOf } from '../test/list-query-results.js';
import { parseFilterName } from './filters.js';

describe('filter names', () => {
  it('FILT-1: finds the field and the operator', () => {
    const name = parseFilterName('filters[sku][not_in][]', lathes);
    expect(name).toMatchObject({ ok: true, value: { definition: { field: 'sku' }, operator: 'not_in' } });
  });

  it.each([
    'filters',
    'filters[]',
    'filters[sku]',
    'filters[sku][]',
    'filters[][in]',
    'filters[sku][][in]',
    'filters[sku][in][x]',
    'filters[sku][in][0]',
    'filters[sku][in][][]',
    'filters[sku][in',
    'filters[sku]in',
    'filters[[sku]][in]',
    'filters[sku][in]x',
    'filters[sku].in',
    'filters[created_at][lt][]',
    'filters[soft_deleted][eq][]',
  ])('FILT-9: refuses %s', (parameter) => {
    expect(errorsOf(`${parameter}=true`)).toEqual([`${parameter} unknown_parameter`]);
  });

  it.each(['size', 'SKU', '__proto__', 'constructor', 'hasOwnProperty'])('FILT-9: refuses the field %s', (field) => {
    expect(errorsOf(`filters[${field}][in]=x`)).toEqual([`filters[${field}][in] unknown_field`]);
  });

  it.each(['like', 'IN', 'lt', 'eq', '__proto__', 'length'])(
    'FILT-9: refuses the operator %s of a text',
    (operator) => {
      expect(errorsOf(`filters[sku][${operator}]=x`)).toEqual([`filters[sku][${operator}] unknown_operator`]);
    },
  );
});

describe('filters', () => {
  it('FILT-1: reads sets, ranges and booleans into canonical order', () => {
    const query =
      'filters[soft_deleted][eq]=false&filters[state][not_in]=retired,broken&filters[created_at][lt]=2026-04-01';
    expect(queryOf(`${query}&filters[created_at][gte]=2026-03-01&filters[state][in]=broken`).filters).toEqual([
      { field: 'created_at', operator: 'lt', value: '2026-04-01T00:00:00.000Z' },
      { field: 'created_at', operator: 'gte', value: '2026-03-01T00:00:00.000Z' },
      { field: 'soft_deleted', operator: 'eq', value: false },
      { field: 'state', operator: 'in', values: ['broken'] },
      { field: 'state', operator: 'not_in', values: ['broken', 'retired'] },
    ]);
  });

  it.each(['TRUE', '1', '', 'yes', 'true,true', '+true'])('FILT-6: refuses "%s" as a boolean', (text) => {
    expect(errorsOf(`filters[soft_deleted][eq]=${text}`)).toEqual(['filters[soft_deleted][eq] invalid_value']);
  });

  it('FILT-11: needs the + of an offset encoded', () => {
    expect(errorsOf('filters[created_at][lt]=2026-03-01T09:00:00+01:00')).toEqual([
      'filters[created_at][lt] invalid_value',
    ]);
    expect(queryOf('filters[created_at][lt]=2026-03-01T09:00:00%2B01:00').filters).toEqual([
      { field: 'created_at', operator: 'lt', value: '2026-03-01T08:00:00.000Z' },
    ]);
  });

  it('FILT-9: refuses eq and each range operator given twice, but not two range operators', () => {
    expect(errorsOf('filters[soft_deleted][eq]=true&filters[soft_deleted][eq]=true')).toEqual([
      'filters[soft_deleted][eq] duplicate',
    ]);
    expect(errorsOf('filters[created_at][lt]=2026-03-01&filters%5Bcreated_at][lt]=2026-03-01')).toEqual([
      'filters[created_at][lt] duplicate',
    ]);
    expect(queryOf('filters[created_at][lt]=2026-03-01&filters[created_at][lte]=2026-03-01').filters).toHaveLength(2);
  });

  it.each([
    'filters[sku][in]',
    'filters[state][in]',
    'filters[sku][in][]',
    'filters[soft_deleted][eq]',
    'filters[created_at][gt]',
  ])('FILT-9, FILT-11: refuses NUL and broken encoding in %s, once each', (parameter) => {
    expect(errorsOf(`${parameter}=%00`)).toEqual([`${parameter} invalid_value`]);
    expect(errorsOf(`${parameter}=%`)).toEqual([`${parameter} invalid_value`]);
  });
});

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
    expect(errorsOf(`filters[sku][in]=${many(101).join()}`)).toEqual(['filters[sku][in] too_many']);
    expect(errorsOf(`filters[sku][in][]=x&filters[sku][in]=${many(100).join()}`)).toEqual([
      'filters[sku][in][] too_many',
    ]);
  });

  it('FILT-2: counts a uuid in two cases once', () => {
    expect(valuesOf(`filters[id][in]=${uuidB.toUpperCase()},${uuidA},${uuidB}`)).toEqual([uuidA, uuidB]);
  });

  it('FILT-9: keeps the case of texts and enumerations', () => {
    expect(valuesOf('filters[sku][in]=a,A')).toEqual(['A', 'a']);
    expect(errorsOf('filters[state][in]=Broken')).toEqual(['filters[state][in] invalid_value']);
  });

  it('orders by code point, not by UTF-16 unit', () => {
    expect(valuesOf('filters[sku][in]=%F0%9F%94%A7,%EF%BC%A1,a')).toEqual(['a', 'Ａ', '🔧']);
  });

  it.each(['', ',', 'a,', ',a', 'a,,b'])('FILT-2: refuses the empty value in "%s"', (text) => {
    expect(errorsOf(`filters[sku][in]=${text}`)).toEqual(['filters[sku][in] invalid_value']);
  });

  it('ERR-2: names each distinct bad value once, by the parameter it came with', () => {
    expect(errorsOf('filters[state][in]=x,broken,y,x&filters[state][in][]=a,b&filters[state][in][]=x')).toEqual([
      'filters[state][in] invalid_value',
      'filters[state][in] invalid_value',
      'filters[state][in][] invalid_value',
    ]);
  });

  it('ERR-2: does not validate a set beyond its hundredth value', () => {
    const errors = errorsOf(`filters[state][in]=${many(5000).join()}`);
    expect(errors).toHaveLength(102);
    expect(errors).toContain('filters[state][in] too_many');
  });

  it('FILT-11: does not take a broken value for the text it is written with', () => {
    expect(errorsOf('filters[sku][in]=%25zz&filters[sku][in]=%zz')).toEqual(['filters[sku][in] invalid_value']);
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
    expect(errorsOf(`filters[id][not_in]=${text}`)).toEqual(['filters[id][not_in] invalid_value']);
  });
});
