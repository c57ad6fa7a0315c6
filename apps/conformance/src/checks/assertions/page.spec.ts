import { expect, it } from '@jest/globals';
import { maximumPageBytes } from '@resource-catalogue/contracts';
import { Exchange } from '../../target/exchange.js';
import { type Page, rowsDue, targetsOf } from './page.js';

/** A page of three rows, whose body has so many bytes. */
function page(bytes: number, next: string | null): Page {
  const request = { method: 'GET', path: '/', headers: {} };
  const text = 'ü'.repeat(Math.floor(bytes / 2)) + 'a'.repeat(bytes % 2);
  const exchange = new Exchange(request, 200, new Map(), Buffer.alloc(0), text, 0);
  return { rows: [{}, {}, {}], next, limit: 5, links: { first: '', next }, exchange };
}

it('LIST-3: a page must show all rows that its limit lets it', () => {
  expect(rowsDue(page(maximumPageBytes - 1, 'more'), 5)).toBe(5);
  expect(rowsDue(page(maximumPageBytes, null), 5)).toBe(5);
});

it('PAGE-5: a page that has the most bytes, and has a next one, must show no more rows', () => {
  expect(rowsDue(page(maximumPageBytes, 'more'), 5)).toBe(3);
  expect(rowsDue(page(maximumPageBytes, 'more'), 2)).toBe(2);
});

const first = 'http://a.example/api/v1/users?filters[id][in]=a,b;c';
const next = `${first}&cursor=x`;

it.each([
  ['in the usual form', `<${first}>; rel="first", <${next}>; rel="next"`],
  ['without quotes or spaces', `<${next}>;rel=next,<${first}>;rel=first`],
  ['in other letters', `<${first}>; REL="First", <${next}>; Rel=NEXT`],
  ['with spaces around =', `<${first}> ; rel = "first" , <${next}> ; rel = next`],
  ['after other parameters', `<${first}>; title="a, b; rel=\\"next\\""; rel="first", <${next}>; type=a/b; rel="next"`],
  ['before other parameters', `<${first}>; rel="first"; title="<x>, y", <${next}>; rel="next"; crossorigin`],
  ['with a second rel, which does not count', `<${first}>; rel="first"; rel="next", <${next}>; rel="next"`],
  ['with other links between', `<${first}>; rel="first", </docs>; rel="help", <${next}>; rel="next"`],
])('LIST-4: the targets of a Link header are read %s', (_, header) => {
  const targets = targetsOf(header);
  expect([targets.get('first'), targets.get('next')]).toEqual([first, next]);
});

it('LIST-4: a link may have several relations', () => {
  expect(targetsOf(`<${first}>; rel="first self"`).get('self')).toBe(first);
});

it.each(['', 'rel="first"', `<${first}>`, `<${first}>; title="rel=first"`])(
  'LIST-4: there is no target in %j',
  (header) => {
    expect(targetsOf(header).get('first')).toBeUndefined();
  },
);
