import { describe, expect, it } from '@jest/globals';
import { lathes, uuidA } from '../test/example-specs.js';
import { errorsOf, queryOf } from '../test/list-query-results.js';
import { encodeCursor } from './cursor.js';
import { parseListQuery, unexpectedParameters } from './parse-list-query.js';
import { linkQuery, splitPairs } from './query-pairs.js';

// Cases that the wire vectors do not cover.
const many = (count: number) => Array.from({ length: count }, (_, index) => `sku-${index}`);

/** Adds a short title to the cases of a rule and a query. */
const titled = <Expected>(cases: readonly (readonly [rule: string, query: string, expected: Expected])[]) =>
  cases.map(([rule, query, expected]) => [`${rule}: ?${query.slice(0, 60)}`, query, expected] as const);

describe('a list query', () => {
  it.each(
    titled<object>([
      ['PAGE-2', `limit=${'9'.repeat(5000)}`, { limit: 200 }],
      ['PAGE-2', `limit=${'0'.repeat(5000)}7`, { limit: 7 }],
      ['FILT-2', `filters[sku][in]=${many(100).join()}&filters[sku][in][]=sku-7`, { filters: [{ field: 'sku' }] }],
      ['FILT-11', 'filters[sku][in]=\u00c3\u00ab,%C3\u00ab', { filters: [{ values: ['ë'] }] }],
      ['FILT-11', 'filters[sku][in]=%EF%BB%BFa=b', { filters: [{ values: ['\uFEFFa=b'] }] }],
    ]),
  )('%s is valid', (_, query, meaning) => {
    expect(queryOf(query)).toMatchObject(meaning);
  });

  it.each([
    ...['limit', 'filters[sku][in]', 'filters[state][in]', 'filters[sku][in][]', 'filters[soft_deleted][eq]'],
    ...['filters[created_at][gt]', 'sort'],
  ])('FILT-9, FILT-11: NUL and broken encoding in %s each cause one error', (parameter) => {
    expect(errorsOf(`${parameter}=%00`)).toEqual([`${parameter} invalid_value`]);
    expect(errorsOf(`${parameter}=%`)).toEqual([`${parameter} invalid_value`]);
  });

  it('FILT-9: a set with indexes, as written by PHP, is rejected with the form to use instead', () => {
    const result = parseListQuery('filters[state][in][0]=broken&filters[state][in][1]=retired', lathes);
    const detail = 'The values of a set are not indexed. Use "filters[state][in][]".';
    expect(result).toMatchObject({ ok: false, errors: [{ detail }, { detail }] });
  });

  it.each(
    titled<readonly string[]>([
      ['FILT-11', 'filters[sku][in]=%25zz&filters[sku][in]=%zz', ['filters[sku][in] invalid_value']],
      ['FILT-11', 'filters[sku][in]=\u00eb', ['filters[sku][in] invalid_value']],
      // The low byte of U+0121 is that of an exclamation mark.
      ['FILT-11', 'filters[sku][in]=\u0121', ['filters[sku][in] invalid_value']],
      ['FILT-11', 'li%mit=1&li%mit=2', ['li%mit invalid_value']],
      [
        'ERR-2',
        'x=1&x=2&y=%&limit=0&sort=&cursor=&limit=0&filters[sku][lt]=1&filters[id][in]=1,2&filters[size][in]=1',
        [
          ...['cursor invalid_cursor', 'filters[id][in] invalid_value', 'filters[id][in] invalid_value'],
          ...['filters[size][in] unknown_field', 'filters[sku][lt] unknown_operator'],
          ...[
            'limit duplicate',
            'limit invalid_value',
            'sort invalid_value',
            'x unknown_parameter',
            'y unknown_parameter',
          ],
        ],
      ],
    ]),
  )('%s reports every error', (_, query, errors) => {
    expect(errorsOf(query)).toEqual(errors);
  });

  it('ERR-2: a set is not validated beyond its hundredth value', () => {
    const errors = errorsOf(`filters[state][in]=${many(5000).join()}`);
    expect(errors).toHaveLength(102);
    expect(errors).toContain('filters[state][in] too_many');
  });

  it('throws for a collection whose default sort is not one of its sorts', () => {
    expect(() => parseListQuery('', { ...lathes, defaultSort: '-size' })).toThrow('default sort of lathes');
  });
});

describe('unexpectedParameters', () => {
  it('GET-3: rejects every parameter once, and ignores empty pairs', () => {
    const errors = unexpectedParameters('limit=5&sort=name&limit=6&&%66ilters[sku][in]=a&%zz=1&=');
    expect(errors.map(({ parameter }) => parameter)).toEqual(['limit', 'sort', 'filters[sku][in]', '%zz', '']);
    expect(new Set(errors.map(({ code }) => code))).toEqual(new Set(['unknown_parameter']));
    expect(unexpectedParameters('&&')).toEqual([]);
  });
});

describe('splitPairs', () => {
  it('FILT-11: finds broken escapes in a value and in a name, and keeps them raw', () => {
    const decodingError = expect.stringContaining('UTF-8');
    for (const text of ['%', '%4', 'a%', '%%41', '%-1', '%0x', '%C3', '%C3%28', '%C0%AF', '%ED%A0%80', '%FF']) {
      expect(splitPairs(`x=${text}`)).toMatchObject([{ name: 'x', value: text, decodingError }]);
      expect(splitPairs(`${text}=x`)).toMatchObject([{ name: null, parameter: text, decodingError }]);
    }
  });

  it('FILT-9: finds NUL in a value, encoded or not', () => {
    for (const raw of ['x=a%00b', 'x=\0']) expect(splitPairs(raw)[0]?.decodingError).toContain('NUL');
  });
});

describe('linkQuery', () => {
  const cursor = encodeCursor(queryOf('sort=name'), { key: 'a', id: uuidA });
  const allowed = "azAZ09-._~!$'()*;=:@/?+%41";

  it.each([
    [
      'limit=0999&sort=-name&filters%5bsku%5d[in]=a,%62',
      null,
      'limit=0999&sort=-name&filters%5bsku%5d%5Bin%5D=a%2C%62',
    ],
    [`&cursor=${cursor}&&sort=name&`, null, 'sort=name'],
    [`%63ursor=${cursor}&sort=name`, null, 'sort=name'],
    [`cursor=${cursor}&sort=name`, 'next', 'sort=name&cursor=next'],
    [`filters[sku][in]=${allowed}`, null, `filters%5Bsku%5D%5Bin%5D=${allowed}`],
    [
      'filters[sku][in]=<">\\^`{|}# \t\u00c3\u00ab\u007f',
      null,
      'filters%5Bsku%5D%5Bin%5D=%3C%22%3E%5C%5E%60%7B%7C%7D%23%20%09%C3%AB%7F',
    ],
  ])(
    'LIST-4: the link of ?%s with cursor %s is a valid URI without commas, with its pairs as sent',
    (query, next, link) => {
      expect(linkQuery(queryOf(query), next)).toBe(link);
    },
  );
});
