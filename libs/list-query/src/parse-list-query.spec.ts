import { describe, expect, it } from '@jest/globals';
import { lathes } from '../test/example-specs.js';
import { faultsOf, queryOf } from '../test/list-query-results.js';
import { parseListQuery } from './parse-list-query.js';

describe('parseListQuery', () => {
  it('reads a whole query', () => {
    const query = queryOf('filters[state][in]=broken&sort=-position&limit=20');
    expect(query).toMatchObject({
      filters: [{ field: 'state', operator: 'in', values: ['broken'] }],
      sort: { field: 'position', descending: true },
      limit: 20,
      after: null,
    });
  });

  it.each([
    'page',
    'Limit',
    'limit[]',
    'sort[]',
    'filter[sku][in]',
    'filtersx',
    '__proto__',
    'constructor',
    'toString',
    '',
  ])('FILT-9: refuses the parameter "%s"', (parameter) => {
    expect(faultsOf(`${parameter}=1`)).toEqual([`${parameter} unknown_parameter`]);
  });

  it('FILT-11: names a parameter that cannot be decoded as it was sent', () => {
    expect(faultsOf('li%mit=1&li%mit=2')).toEqual(['li%mit invalid_value']);
  });

  it('ERR-2: names all faults at once, an unknown parameter once', () => {
    expect(
      faultsOf('x=1&x=2&y=%&limit=0&sort=&cursor=&filters[sku][lt]=1&filters[id][in]=1,2&filters[size][in]=1'),
    ).toEqual([
      'cursor invalid_cursor',
      'filters[id][in] invalid_value',
      'filters[id][in] invalid_value',
      'filters[size][in] unknown_field',
      'filters[sku][lt] unknown_operator',
      'limit invalid_value',
      'sort invalid_value',
      'x unknown_parameter',
      'y unknown_parameter',
    ]);
  });

  it('ERR-2: every detail is one line that repeats no more than an excerpt', () => {
    const long = 'z'.repeat(2000);
    const result = parseListQuery(
      `${long}=1&limit=${long}&sort=${long}&filters[state][in]=${long}&filters[${long}][in]=1`,
      lathes,
    );
    if (result.ok) throw new Error('accepted');
    expect(result.faults).toHaveLength(5);
    for (const { detail } of result.faults) expect(detail).toMatch(/^.{20,240}[.;]?$/);
  });
});
