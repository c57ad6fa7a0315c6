import { describe, expect, it } from '@jest/globals';
import { lathes } from '../test/example-specs.js';
import { errorsOf, queryOf } from '../test/list-query-results.js';
import { parseListQuery, refuseParameters } from './parse-list-query.js';

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
    expect(errorsOf(`${parameter}=1`)).toEqual([`${parameter} unknown_parameter`]);
  });

  it('FILT-11: names a parameter that cannot be decoded as it was sent', () => {
    expect(errorsOf('li%mit=1&li%mit=2')).toEqual(['li%mit invalid_value']);
  });

  it('ERR-2: names all errors at once, an unknown parameter once', () => {
    expect(
      errorsOf('x=1&x=2&y=%&limit=0&sort=&cursor=&filters[sku][lt]=1&filters[id][in]=1,2&filters[size][in]=1'),
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
    expect(result.errors).toHaveLength(5);
    for (const { detail } of result.errors) expect(detail).toMatch(/^.{20,240}[.;]?$/);
  });
});

describe('limit', () => {
  it.each([
    ['', 50],
    ['limit=1', 1],
    ['limit=050', 50],
    ['limit=200', 200],
    ['limit=201', 200],
    [`limit=${'9'.repeat(5000)}`, 200],
    [`limit=${'0'.repeat(5000)}7`, 7],
  ])('PAGE-2: ?%.20s is a page of %i', (query, limit) => {
    expect(queryOf(query).limit).toBe(limit);
  });

  it.each(['0', '00', '-1', '1.5', '1e1', '0x1', '', '+5', '5+', 'ten', '٥', '5%0A', '5%00', '%'])(
    'PAGE-2: refuses "%s"',
    (text) => {
      expect(errorsOf(`limit=${text}`)).toEqual(['limit invalid_value']);
    },
  );

  it('FILT-9: refuses a second limit, and ERR-2: validates both', () => {
    expect(errorsOf('limit=5&limit=5')).toEqual(['limit duplicate']);
    expect(errorsOf('limit=5&limit=0&limit=0')).toEqual(['limit duplicate', 'limit invalid_value']);
  });
});

describe('refuseParameters', () => {
  it('GET-3: finds no error where there is no parameter', () => {
    expect(refuseParameters('')).toEqual([]);
    expect(refuseParameters('&&')).toEqual([]);
  });

  it('GET-3: refuses every parameter, each once', () => {
    const errors = refuseParameters('limit=5&sort=name&limit=6&%66ilters[sku][in]=a&%zz=1&=');
    expect(errors.map((error) => error.parameter)).toEqual(['limit', 'sort', 'filters[sku][in]', '%zz', '']);
    expect(new Set(errors.map((error) => error.code))).toEqual(new Set(['unknown_parameter']));
  });
});
