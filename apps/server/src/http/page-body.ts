import { linkQuery } from '@resource-catalogue/list-query';
import type { Page } from '../read/page.js';

/** LIST-1 to LIST-4: the envelope of a page, and the same two links as an RFC 8288 header. */
export function pageBody(page: Page, url: string): { text: string; link: string } {
  const first = target(url, linkQuery(page.query, null));
  const next = page.next === null ? null : target(url, linkQuery(page.query, page.next));
  const links = JSON.stringify({ first, next });
  const meta = JSON.stringify({ next: page.next, limit: page.query.limit });
  return {
    text: `{"data":[${page.items.join(',')}],"links":${links},"meta":${meta}}`,
    link: next === null ? `<${first}>; rel="first"` : `<${first}>; rel="first", <${next}>; rel="next"`,
  };
}

function target(url: string, query: string): string {
  return query === '' ? url : `${url}?${query}`;
}
