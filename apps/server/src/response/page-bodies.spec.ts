import { describe, expect, it } from '@jest/globals';
import { parseListQuery } from '@resource-catalogue/list-query';
import { Page } from '@resource-catalogue/read';
import { PageBodies } from './page-bodies.js';

const url = 'https://example.org/api/v1/things';

function page(queryString: string, items: readonly string[], next: string | null): Page {
  const spec = {
    collection: 'things',
    filters: new Map(),
    sorts: new Map([['name', 'text' as const]]),
    defaultSort: 'name',
  };
  const result = parseListQuery(queryString, spec);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return new Page(result.query, items, next);
}

describe('the body of a page', () => {
  const pages = new PageBodies();

  it('LIST-1, LIST-2, LIST-3: has rows, links and meta, and the links again as a header', () => {
    const { body, link } = pages.make(page('limit=2&sort=-name', ['{"id":1}', '{"id":2}'], 'abc'), url);
    expect(String(body)).toBe(
      '{"data":[{"id":1},{"id":2}],' +
        `"links":{"first":"${url}?limit=2&sort=-name","next":"${url}?limit=2&sort=-name&cursor=abc"},` +
        '"meta":{"next":"abc","limit":2}}',
    );
    expect(link).toBe(`<${url}?limit=2&sort=-name>; rel="first", <${url}?limit=2&sort=-name&cursor=abc>; rel="next"`);
  });

  it('LIST-1: is whole, however long it is, and stays what it was when the next one is made', () => {
    const rows = ['"a"', '"ü"', '"日本"', '"😀"'].map((row) => row.repeat(30_000));
    const counts = [1, 2, 3, 40, 1, 9];
    const bodies = counts.map((count) => {
      const items = Array.from({ length: count }, (_, index) => rows[index % rows.length] ?? '');
      return { body: pages.make(page('', items, null), url).body, data: `{"data":[${items.join()}],"links":` };
    });
    for (const { body, data } of bodies) expect(String(body).startsWith(data)).toBe(true);
  });

  it('LIST-3: says null twice on the last page, and has no rel="next"', () => {
    const { body, link } = pages.make(page('', [], null), url);
    expect(JSON.parse(String(body))).toEqual({
      data: [],
      links: { first: url, next: null },
      meta: { next: null, limit: 50 },
    });
    expect(link).toBe(`<${url}>; rel="first"`);
  });

  it('PAGE-2, LIST-4: shows the limit in effect, and keeps the one that was sent', () => {
    const { body } = pages.make(page('limit=1000', [], 'abc'), url);
    expect(JSON.parse(String(body))).toMatchObject({ links: { first: `${url}?limit=1000` }, meta: { limit: 200 } });
  });
});
