import { expect, it } from '@jest/globals';
import { spacesContract } from '@resource-catalogue/contracts';
import { Page } from '@resource-catalogue/read';
import { parseQuery } from '../../test/support/list-query.js';
import { PageBodies } from './page-bodies.js';

it('LIST-1: the body of a page is complete, however long, and unaffected by the next page', () => {
  const pages = new PageBodies();
  const rows = ['"a"', '"ü"', '"日本"', '"😀"'].map((row) => row.repeat(30_000));
  const counts = [1, 2, 3, 40, 1, 9];
  const bodies = counts.map((count) => {
    const items = Array.from({ length: count }, (_, index) => rows[index % rows.length] ?? '');
    const page = new Page(parseQuery(spacesContract, ''), items, null);
    return { body: pages.make(page, 'https://example.org').body, data: `{"data":[${items.join()}],"links":` };
  });
  for (const { body, data } of bodies) expect(String(body).startsWith(data)).toBe(true);
});
