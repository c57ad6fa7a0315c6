import { describe, expect, it } from '@jest/globals';
import { uuidA } from '../test/example-specs.js';
import { queryOf } from '../test/list-query-results.js';
import { encodeCursor } from './cursor.js';
import { linkQuery } from './link-query.js';

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
