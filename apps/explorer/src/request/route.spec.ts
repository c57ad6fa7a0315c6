import { describe, expect, it } from '@jest/globals';
import fc from '@resource-catalogue/testing/fast-check';
import { formatRoute, home, type Pair, queryText, type Route, parseRoute, rowUrl, formatTarget } from './route.js';

/** Characters with a meaning in a URL, and any other text. */
const special = fc.constantFrom(...'&=#?/%+ [],:;\'"<>\\', '%26', '..', '\ud800');
const text = fc.oneof(fc.string({ unit: special }), fc.string({ unit: 'binary' }));
const word = text.filter((one) => one !== '').map((one) => one.toWellFormed());
const query = fc.array(fc.record({ name: word, value: text }));
const wellFormed = (pairs: readonly Pair[]): Pair[] =>
  pairs.map(({ name, value }) => ({ name: name.toWellFormed(), value: value.toWellFormed() }));
const routes: fc.Arbitrary<Route> = fc.oneof(
  fc.constantFrom<Route>(home, { view: 'collections' }),
  fc.record({
    view: fc.constant('home' as const),
    ...{ space: fc.option(word), day: fc.option(word), part: fc.option(word) },
  }),
  fc.record({ view: fc.constant('board' as const), space: fc.option(word) }),
  fc.record({ view: fc.constant('browse' as const), what: word }),
  fc.record({ view: fc.constant('list' as const), collection: word, query: query.map(wellFormed) }),
  fc.record({ view: fc.constant('row' as const), collection: word, id: word, week: fc.option(word) }),
);

describe('a URL of the page', () => {
  it('is parsed to the route that it was formatted from', () => {
    fc.assert(fc.property(routes, (route) => expect(parseRoute(formatRoute(route))).toEqual(route)));
  });

  it('replaces a lone surrogate in a route', () => {
    expect(rowUrl('spaces', '\ud800')).toBe('#/spaces/%EF%BF%BD');
  });

  it.each(['', '#', '#/', '#//', '#?a=b', '#/?a=b', '#/%'])('the hash %j leads to a view', (hash) => {
    expect(['home', 'list']).toContain(parseRoute(hash).view);
  });
});

describe('a query', () => {
  it('has the same parameters in the URL of the page and in that of a request', () => {
    fc.assert(
      fc.property(query, (pairs) => {
        const meant = wellFormed(pairs).map(({ name, value }) => [name, value]);
        expect([...new URLSearchParams(queryText(pairs))]).toEqual(meant);
        const url = new URL(formatTarget('/api/v1/users', pairs), 'http://localhost');
        expect([...url.searchParams]).toEqual(meant);
        expect([url.pathname, url.hash]).toEqual(['/api/v1/users', '']);
      }),
    );
  });
});
