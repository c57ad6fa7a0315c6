import { expect, it } from '@jest/globals';
import { maximumPageBytes } from '@resource-catalogue/contracts';
import { Exchange } from '../target/exchange.js';
import { type Page, countRowsDue, parseLinks } from './expect-page.js';

/** A page of three rows whose body has this number of bytes. */
function page(bytes: number, next: string | null): Page {
  const request = { method: 'GET', path: '/', headers: {} };
  const text = 'ü'.repeat(Math.floor(bytes / 2)) + 'a'.repeat(bytes % 2);
  const exchange = new Exchange(request, 200, new Map(), Buffer.from(text));
  return { rows: [{}, {}, {}], next, limit: 5, links: { first: '', next }, exchange };
}

it.each([
  [5, 'LIST-3: if its limit allows them', maximumPageBytes - 1, 'more', 5],
  [5, 'LIST-3: if its limit allows them on the last page', maximumPageBytes, null, 5],
  [3, 'PAGE-5: if its body is full and it is not the last', maximumPageBytes, 'more', 5],
  [2, 'PAGE-5: if its limit allows them, although its body is full', maximumPageBytes, 'more', 2],
])('a page must have %d rows, %s', (rows, _, bytes, next, limit) => {
  expect(countRowsDue(page(bytes, next), limit)).toBe(rows);
});

const first = 'http://a.example/api/v1/users?filters[id][in]=a,b;c';
const next = `${first}&cursor=x`;

it.each([
  ['in the usual form', `<${first}>; rel="first", <${next}>; rel="next"`],
  ['without quotes or spaces', `<${next}>;rel=next,<${first}>;rel=first`],
  ['in another case', `<${first}>; REL="First", <${next}>; Rel=NEXT`],
  ['with spaces around =', `<${first}> ; rel = "first" , <${next}> ; rel = next`],
  ['after other parameters', `<${first}>; title="a, b; rel=\\"next\\""; rel="first", <${next}>; type=a/b; rel="next"`],
  ['before other parameters', `<${first}>; rel="first"; title="<x>, y", <${next}>; rel="next"; crossorigin`],
  ['with a second rel, which is ignored', `<${first}>; rel="first"; rel="next", <${next}>; rel="next"`],
  ['with other links between', `<${first}>; rel="first", </docs>; rel="help", <${next}>; rel="next"`],
])('LIST-4: the targets of a Link header are read %s', (_, header) => {
  const targets = parseLinks(header);
  expect([targets.get('first'), targets.get('next')]).toEqual([first, next]);
});

it('LIST-4: a link may have several relations, or none', () => {
  expect(parseLinks(`<${first}>; rel="first self"`).get('self')).toBe(first);
  const headers = ['', 'rel="first"', `<${first}>`, `<${first}>; title="rel=first"`];
  expect(headers.map((header) => parseLinks(header).get('first'))).toEqual(headers.map(() => undefined));
});
