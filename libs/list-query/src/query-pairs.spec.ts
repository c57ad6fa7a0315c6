import { describe, expect, it } from '@jest/globals';
import { uuidA } from '../test/example-specs.js';
import { queryOf } from '../test/list-query-results.js';
import { encodeCursor } from './cursor.js';
import { groupPairs, linkQuery, splitPairs } from './query-pairs.js';

function pairOf(raw: string) {
  const [pair, ...others] = splitPairs(raw);
  if (!pair || others.length > 0) throw new Error(`${raw} is not one pair`);
  return pair;
}

describe('splitPairs', () => {
  it('FILT-11: ignores empty pairs', () => {
    expect(splitPairs('')).toEqual([]);
    expect(splitPairs('&&a=1&&b=2&').map((pair) => pair.raw)).toEqual(['a=1', 'b=2']);
  });

  it('splits at the first equals sign and takes a missing one for an empty value', () => {
    expect(pairOf('a=b=c')).toMatchObject({ name: 'a', value: 'b=c', decodingError: null });
    expect(pairOf('a')).toMatchObject({ name: 'a', value: '', decodingError: null });
    expect(pairOf('=')).toMatchObject({ name: '', value: '', decodingError: null });
  });

  it('FILT-11: decodes names and values once, + as a space', () => {
    expect(pairOf('%61+b=c%2Bd+%2525')).toMatchObject({ name: 'a b', value: 'c+d %25' });
    expect(pairOf('x=%C3%AB%F0%9F%94%A7')).toMatchObject({ value: 'ë🔧' });
    expect(pairOf('x=%EF%BB%BFa')).toMatchObject({ value: '\uFEFFa' });
  });

  it('FILT-11: takes characters from 0x80 to 0xFF for the bytes of UTF-8', () => {
    expect(pairOf('x=\u00c3\u00ab')).toMatchObject({ value: 'ë', decodingError: null });
    expect(pairOf('x=%C3\u00ab')).toMatchObject({ value: 'ë', decodingError: null });
    expect(pairOf('x=\u00eb').decodingError).toContain('UTF-8');
    // U+0121 would be an exclamation mark if only its low byte counted.
    expect(pairOf('x=\u0121').decodingError).toContain('UTF-8');
  });

  it.each([
    '%',
    '%4',
    '%zz',
    'a%',
    '%%41',
    '%-1',
    '%0x',
    '%C3',
    '%C3%28',
    '%C0%AF',
    '%ED%A0%80',
    '%F4%90%80%80',
    '%FF',
  ])('FILT-11: finds %s broken and keeps it raw', (text) => {
    expect(pairOf(`x=${text}`)).toMatchObject({
      name: 'x',
      value: text,
      decodingError: expect.stringContaining('UTF-8'),
    });
    expect(pairOf(`${text}=x`)).toMatchObject({
      name: null,
      parameter: text,
      decodingError: expect.stringContaining('UTF-8'),
    });
  });

  it('FILT-9: finds NUL in a value', () => {
    expect(pairOf('x=a%00b').decodingError).toContain('NUL');
    expect(pairOf('x=\0').decodingError).toContain('NUL');
  });
});

describe('groupPairs', () => {
  it('brings the spellings of one name together, in the order of their first appearance', () => {
    const groups = groupPairs(splitPairs('b=1&a=2&%62=3&__proto__=4'));
    expect([...groups.keys()]).toEqual(['b', 'a', '__proto__']);
    expect(groups.get('b')?.map((pair) => pair.value)).toEqual(['1', '3']);
  });
});

const first = (rawQuery: string) => linkQuery(queryOf(rawQuery), null);

describe('linkQuery', () => {
  it('LIST-4: keeps pairs as sent, in order, and limit as written', () => {
    expect(first('limit=0999&sort=-name&filters%5bsku%5d[in]=a,%62')).toBe(
      'limit=0999&sort=-name&filters%5bsku%5d%5Bin%5D=a,%62',
    );
    expect(first('')).toBe('');
  });

  it('LIST-4: leaves empty pairs and the cursor out, however it is spelled, and puts the next one last', () => {
    const cursor = encodeCursor(queryOf('sort=name'), { key: 'a', id: uuidA });
    expect(first(`&cursor=${cursor}&&sort=name&`)).toBe('sort=name');
    expect(first(`%63ursor=${cursor}&sort=name`)).toBe('sort=name');
    expect(linkQuery(queryOf(`cursor=${cursor}&sort=name`), 'next')).toBe('sort=name&cursor=next');
    expect(linkQuery(queryOf(''), 'next')).toBe('cursor=next');
  });

  it('LIST-4: encodes whatever RFC 3986 does not allow in a query', () => {
    expect(first('filters[sku][in]=<">\\^`{|}# \t\u00c3\u00ab\u007f')).toBe(
      'filters%5Bsku%5D%5Bin%5D=%3C%22%3E%5C%5E%60%7B%7C%7D%23%20%09%C3%AB%7F',
    );
  });

  it('LIST-4: leaves alone what RFC 3986 allows', () => {
    const allowed = "azAZ09-._~!$'()*,;=:@/?+%41";
    expect(first(`filters[sku][in]=${allowed}`)).toBe(`filters%5Bsku%5D%5Bin%5D=${allowed}`);
  });
});
