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

  it('LIST-1, LIST-2, LIST-3: the body of a page has rows, links and meta, and the links again as a header', () => {
    const { body, link } = pages.make(page('limit=2&sort=-name', ['{"id":1}', '{"id":2}'], 'abc'), url);
    expect(String(body)).toBe(
      '{"data":[{"id":1},{"id":2}],' +
        `"links":{"first":"${url}?limit=2&sort=-name","next":"${url}?limit=2&sort=-name&cursor=abc"},` +
        '"meta":{"next":"abc","limit":2}}',
    );
    expect(link).toBe(`<${url}?limit=2&sort=-name>; rel="first", <${url}?limit=2&sort=-name&cursor=abc>; rel="next"`);
  });

  it('LIST-1: the body of a page is whole, however long, and stays the same when the next one is made', () => {
    const rows = ['"a"', '"ü"', '"日本"', '"😀"'].map((row) => row.repeat(30_000));
    const counts = [1, 2, 3, 40, 1, 9];
    const bodies = counts.map((count) => {
      const items = Array.from({ length: count }, (_, index) => rows[index % rows.length] ?? '');
      return { body: pages.make(page('', items, null), url).body, data: `{"data":[${items.join()}],"links":` };
    });
    for (const { body, data } of bodies) expect(String(body).startsWith(data)).toBe(true);
  });
});
